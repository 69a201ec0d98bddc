"""Declares an operation of the API once: its documentation, its request and its answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, NamedTuple

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.paging import PAGE_PARAMETERS, page_answer, page_of
from cards.api.requests import MEDIA_TYPE, Body
from cards.api.sent import Schema

Method = Callable[..., Any]


class Operation(NamedTuple):
    """The parameters that a request may have, who may send it, and statuses that only this operation answers with."""

    parameters: tuple[str, ...] = ()
    needs_user: bool = False
    refuses: tuple[int, ...] = ()


def operation(
    name: str,
    summary: str,
    answer: Any,
    *parameters: OpenApiParameter,
    status: int = 200,
    made_at: Callable[[Any], str] | None = None,
    body: Schema | None = None,
    file: Schema | None = None,
    is_paged: bool = False,
    is_open: bool = False,
    refuses: tuple[int, ...] = (),
    description: str | None = None,
) -> Callable[[Method], Method]:
    """Decorate a method of a view, which returns a response or an object for the serializer `answer`.

    `body` describes the object that is sent, which the method is given as a `Body`; `file` what it reads by itself.
    `made_at` returns the address of what was made. A paged operation returns all items. Whoever is not signed in may
    read, and send what is open. Without a `description` the method's docstring is one.
    """
    status = 201 if made_at else status if answer else 204
    known = [*parameters, *(PAGE_PARAMETERS if is_paged else ())]

    def declare(method: Method) -> Method:
        @wraps(method)
        def answering(view: Any, request: Request, **address: Any) -> HttpResponseBase:
            sent = (Body(request, *body["properties"]),) if body else ()
            found = method(view, request, *sent, **address)
            if answer is None or isinstance(found, HttpResponseBase):
                return found or Response(status=status)
            write = partial(answer, context={"view": view})
            if is_paged:
                return Response(page_answer(request, view.asked, found, lambda page: write(page, many=True).data))
            headers = {"Location": made_at(found)} if made_at else None
            return Response(write(found).data, status=status, headers=headers)

        needs_user = not is_open and method.__name__ != "get"
        vars(answering)["operation"] = Operation(tuple(each.name for each in known), needs_user, refuses)
        documented = page_of(answer) if is_paged else answer
        return extend_schema(
            operation_id=name,
            summary=summary,
            description=description,
            parameters=known,
            request={MEDIA_TYPE: body or file} if body or file else None,
            responses=documented if status == 200 else {status: documented},
        )(answering)

    return declare
