"""Addresses of the account that allauth does not have."""

from django.urls import path

from incursions.accounts import views

app_name = "accounts"

urlpatterns = [path("delete/", views.delete, name="delete")]
