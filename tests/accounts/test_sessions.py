from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse_lazy
from django.utils import timezone

from incursions.accounts.models import User

pytestmark = pytest.mark.both_databases

HOME = reverse_lazy("tables:home")


@pytest.fixture
def user(db):
    return User.objects.create_user("ann", password="a long word of hers")


@pytest.fixture
def browser(user):
    browser = Client()
    browser.force_login(user)
    return browser


def who(browser):
    """Whom the browser's next request is from."""
    return browser.get(HOME).wsgi_request.user


def test_request_knows_its_user_by_two_reads(browser, user, django_assert_num_queries):
    assert who(browser) == user
    request = browser.get(HOME).wsgi_request
    with django_assert_num_queries(2):
        again = type(request.session)(request.session.session_key)
        assert User.objects.get(pk=int(again["_auth_user_id"])) == user


def test_expired_session_is_nobodys(browser):
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not who(browser).is_authenticated


def test_deleted_session_is_nobodys_at_once(browser):
    assert who(browser).is_authenticated
    Session.objects.all().delete()
    assert not who(browser).is_authenticated


def test_user_who_is_gone_or_inactive_is_nobody(browser, user):
    User.objects.update(is_active=False)
    assert not who(browser).is_authenticated
    User.objects.update(is_active=True)
    assert who(browser) == user
    User.objects.filter(pk=user.pk).delete()
    assert not who(browser).is_authenticated


def test_get_is_as_of_any_manager(user):
    assert User.objects.get(pk=user.pk) == User.objects.get(pk=str(user.pk)) == User.objects.get(username="ann")
    assert User.objects.select_related(None).get(pk=user.pk) == user
    for unknown in ({"pk": user.pk + 1}, {"pk": None}, {"username": "bob"}):
        with pytest.raises(User.DoesNotExist):
            User.objects.get(**unknown)
    User.objects.create_user("eve")
    with pytest.raises(User.MultipleObjectsReturned):
        User.objects.get()


def test_renewed_session_keeps_what_it_held(browser):
    request = browser.get(HOME).wsgi_request
    request.session["seen"] = ["a"]
    request.session.cycle_key()
    request.session.save()
    assert type(request.session)(request.session.session_key)["seen"] == ["a"]


def test_sessions_of_before_go_on(browser, user):
    """A guest is known by nothing else: what Django's own store has written is read."""
    before = DatabaseSessions(browser.cookies["sessionid"].value)
    before["seen"] = ["b"]
    before.save()
    request = browser.get(HOME).wsgi_request
    assert request.user == user
    assert request.session["seen"] == ["b"]
