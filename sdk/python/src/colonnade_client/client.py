"""The client: what is generated of operations, on top of one way to the API."""

from __future__ import annotations

import dataclasses
import os
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Self
from urllib.parse import quote

import httpx

from . import wire
from .errors import ApiError, NoAnswerError, refusal
from .generated.operations import Lists, Operations
from .retry import Patience, pause

DEFAULT = Patience()


@dataclasses.dataclass(frozen=True)
class Line:
    """How the API is reached, shared by the clients of one program."""

    base_url: str
    client_id: str
    patience: Patience
    http: httpx.Client


class Colonnade(Operations):
    """A client of the Colonnade API, with a method for each operation. It may be used by several threads."""

    #: Lists, read to their end: `for member in client.every.list_members()`.
    every: Lists

    def __init__(
        self,
        base_url: str,
        client_id: str,
        *,
        secret: str | None = None,
        publishable_key: str | None = None,
        session: str | Callable[[], str] | None = None,
        attempts: int = DEFAULT.attempts,
        longest_wait: float = DEFAULT.longest_wait,
        timeout: float = 30,
        http: httpx.Client | None = None,
    ) -> None:
        """One of the three says who asks: the `secret` of an API client, the `publishable_key` of a public one, which
        only begins sessions, or the token of a `session` in which a person acts, or what gives the present one. `http`
        is for a client of your own, such as one with a proxy."""
        line = Line(
            base_url.rstrip("/"), client_id, Patience(attempts, longest_wait), http or httpx.Client(timeout=timeout)
        )
        self._begin(line, secret, publishable_key, session)

    def _begin(self, line: Line, *credentials: str | Callable[[], str] | None) -> None:
        given = [one for one in credentials if one is not None]
        if len(given) != 1:
            raise TypeError("a client has one of secret, publishable_key and session")
        self._line, self._bearer = line, given[0]
        self.every = _Reader(self)

    @classmethod
    def from_environment(cls, **settings: Any) -> Self:
        """A client by `COLONNADE_BASE_URL`, `COLONNADE_CLIENT_ID` and `COLONNADE_CLIENT_SECRET`."""
        known = {
            "base_url": os.environ["COLONNADE_BASE_URL"],
            "client_id": os.environ["COLONNADE_CLIENT_ID"],
            "secret": os.environ["COLONNADE_CLIENT_SECRET"],
        }
        return cls(**(known | settings))

    def with_session(self, session: str | Callable[[], str]) -> Self:
        """The same client for somebody who has signed in."""
        other = type(self).__new__(type(self))
        other._begin(self._line, session)
        return other

    def close(self) -> None:
        """Closes the connections, also those of clients made by `with_session`."""
        self._line.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _call(
        self,
        method: str,
        path: str,
        gives: str | None,
        *,
        query: dict[str, Any] | None = None,
        body: Any = None,
        form: str = "json",
        idempotency_key: str | None = None,
        if_match: int | None = None,
    ) -> Any:
        headers = {"X-Client-ID": self._line.client_id}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if method == "POST":
            # Made once for all attempts.
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        if if_match is not None:
            headers["If-Match"] = f'"{if_match}"'
        parameters = _parameters(query or {})
        content = None if body is None else wire.write(body).encode()
        answer = self._answer(method, path, params=parameters, headers=headers, content=content)
        if form == "bytes":
            return answer.content
        return answer.text if form == "str" else wire.read(answer.content, gives)

    def _answer(self, method: str, path: str, *, headers: dict[str, str], **parts: Any) -> httpx.Response:
        """Sends the request until there is an answer that holds."""
        began, attempt, may_be_done = time.monotonic(), 0, False
        while True:
            attempt += 1
            error: ApiError | NoAnswerError
            try:
                # Asked at each attempt: a session may have been renewed meanwhile.
                bearer = self._bearer if isinstance(self._bearer, str) else self._bearer()
                headers["Authorization"] = f"Bearer {bearer}"
                answer = self._line.http.request(method, self._line.base_url + path, headers=headers, **parts)
                if answer.is_success:
                    return answer
                error = refusal(answer.status_code, answer.headers, answer.content)
                if may_be_done and method == "DELETE" and error.status == 404:
                    raise NoAnswerError("the answer was lost, and the record is not there any more") from error
            except httpx.TransportError as fault:
                error = NoAnswerError(f"{method} {path}: no answer: {fault}")
                error.__cause__ = fault
            refused = error if isinstance(error, ApiError) else None
            may_be_done = may_be_done or refused is None or refused.status >= 500
            wait = pause(
                refused,
                attempt=attempt,
                elapsed_seconds=time.monotonic() - began,
                conditional="If-Match" in headers,
                patience=self._line.patience,
            )
            if wait is None:
                raise error
            time.sleep(wait)

    @staticmethod
    def _segment(value: str) -> str:
        """A value as a path takes it."""
        if not value:
            raise TypeError("an empty identifier would ask for another path")
        return quote(value, safe="")


class _Reader(Lists):
    """Reads lists by cursor, a page whenever it is needed."""

    def __init__(self, client: Colonnade) -> None:
        self._client = client

    def _records(self, path: str, gives: str | None, query: dict[str, Any]) -> Iterator[Any]:
        cursor = None
        while True:
            page = self._client._call("GET", path, gives, query=query | {"limit": 100, "cursor": cursor})
            yield from page["data"]
            cursor = page["pagination"]["next_cursor"]
            if not cursor:
                return

    _segment = staticmethod(Colonnade._segment)


def _parameters(query: dict[str, Any]) -> dict[str, str]:
    """The parameters of a query: of a mapping one for each of its keys."""
    said: dict[str, str] = {}
    for name, value in query.items():
        if isinstance(value, Mapping):
            said.update({f"{name}[{key}]": _queried(inner) for key, inner in value.items()})
        elif value is not None:
            said[name] = _queried(value)
    return said


def _queried(value: Any) -> str:
    """A value as a query takes it: of several, with commas between them."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(_queried(one) for one in value)
    return str(value).lower() if isinstance(value, bool) else str(value)
