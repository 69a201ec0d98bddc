"""The addresses of days."""

from __future__ import annotations

from django.urls import path

from tournaments.days import (
    bot_views,
    command_views,
    content_file_views,
    content_views,
    debrief_views,
    desk_views,
    log_views,
    orders_views,
    page_views,
    paper_views,
    place_views,
    plan_views,
    read_views,
    seat_views,
    switch_views,
    views,
)

app_name = "days"
urlpatterns = [
    path("", views.days, name="days"),
    path("join", views.join, name="join"),
    path("try", bot_views.try_alone, name="try"),
    path("here/<slug:code>/<int:number>", place_views.show_table, name="here"),
    path("enter/<slug:key>", views.enter, name="enter"),
    path("<slug:public_id>", views.day, name="day"),
    path("<slug:public_id>/take", views.take_seat, name="take"),
    path("<slug:public_id>/seats", views.seats, name="seats"),
    path("<slug:public_id>/seats/<int:place>", seat_views.change_seat, name="change_seat"),
    path("<slug:public_id>/plans", plan_views.plans, name="plans"),
    path("<slug:public_id>/plans/<int:key>", plan_views.change_plan, name="change_plan"),
    path("<slug:public_id>/desk/act", desk_views.act_on_desk, name="desk_act"),
    path("<slug:public_id>/bots", bot_views.set_seats, name="bots"),
    path("<slug:public_id>/links", views.links, name="links"),
    path("<slug:public_id>/sheets", paper_views.sheets, name="sheets"),
    path("<slug:public_id>/paper", paper_views.papers, name="papers"),
    path("<slug:public_id>/paper/<str:key>", paper_views.paper, name="paper"),
    path("<slug:public_id>/switches", switch_views.switches, name="switches"),
    path("<slug:public_id>/content", content_views.content, name="content"),
    path("<slug:public_id>/content/text", content_views.content_text, name="content_text"),
    path("<slug:public_id>/content/upload", content_views.content_upload, name="content_upload"),
    path("<slug:public_id>/content/start", content_views.content_start, name="content_start"),
    path("<slug:public_id>/content/version/<int:number>", content_views.content_version, name="content_version"),
    path("<slug:public_id>/content/file/<slug:name>", content_file_views.content_file, name="content_file"),
    path("<slug:public_id>/content/file/<slug:name>.yaml", content_views.content_download, name="content_download"),
    path("<slug:public_id>/desk", views.desk, name="desk"),
    path("<slug:public_id>/log", log_views.show_log, name="show_log"),
    path("<slug:public_id>/log.txt", views.log, name="log"),
    path("<slug:public_id>/day.json", views.file, name="file"),
    path("<slug:public_id>/preview", views.preview, name="preview"),
    path("<slug:public_id>/debrief", debrief_views.debrief, name="debrief"),
    path("<slug:public_id>/debrief/moment", debrief_views.moment, name="debrief_moment"),
    path("<slug:public_id>/debrief/secrets", debrief_views.secrets, name="debrief_secrets"),
    path("<slug:public_id>/debrief/story", debrief_views.story, name="debrief_story"),
    path("<slug:public_id>/debrief/reveal", debrief_views.reveal, name="debrief_reveal"),
    path("<slug:public_id>/projector", views.projector, name="projector"),
    path("<slug:public_id>/seat/<int:place>", views.seat, name="seat"),
    path("<slug:public_id>/seat/<int:place>/read", read_views.mark_read, name="mark_read"),
    path("<slug:public_id>/seat/<int:place>/command", command_views.command, name="command"),
    path("<slug:public_id>/orders", orders_views.orders, name="orders"),
    path("<slug:public_id>/<slug:page>", page_views.more, name="more"),  # the last, because it takes any name
]
