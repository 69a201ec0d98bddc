"""The addresses of days."""

from __future__ import annotations

from django.urls import path

from tournaments.days import desk_views, plan_views, seat_views, views

app_name = "days"
urlpatterns = [
    path("", views.days, name="days"),
    path("join", views.join, name="join"),
    path("enter/<slug:key>", views.enter, name="enter"),
    path("<slug:public_id>", views.day, name="day"),
    path("<slug:public_id>/take", views.take_seat, name="take"),
    path("<slug:public_id>/seats", views.seats, name="seats"),
    path("<slug:public_id>/seats/<int:place>", seat_views.change_seat, name="change_seat"),
    path("<slug:public_id>/plans", plan_views.plans, name="plans"),
    path("<slug:public_id>/plans/<int:key>", plan_views.change_plan, name="change_plan"),
    path("<slug:public_id>/desk/act", desk_views.act_on_desk, name="desk_act"),
    path("<slug:public_id>/links", views.links, name="links"),
    path("<slug:public_id>/sheets", views.sheets, name="sheets"),
    path("<slug:public_id>/desk", views.desk, name="desk"),
    path("<slug:public_id>/log.txt", views.log, name="log"),
    path("<slug:public_id>/day.json", views.file, name="file"),
    path("<slug:public_id>/preview", views.preview, name="preview"),
    path("<slug:public_id>/projector", views.projector, name="projector"),
    path("<slug:public_id>/seat/<int:place>", views.seat, name="seat"),
    path("<slug:public_id>/seat/<int:place>/command", views.command, name="command"),
]
