"""Which shapes of secrets are looked for in which text, and what is done with what they match: data for `secrets`."""

from __future__ import annotations

from collections.abc import Callable

import regex

from classifiers import secret_judges as judge
from classifiers import secret_patterns as shapes
from classifiers.secret_judges import Match
from classifiers.secret_names import spoken, xml

NAMED, PREFIXED, OPTION, URL, JWT, FOREIGN = (1 << bit for bit in range(6))
"""The families of shapes a text may hold, as told by its signs."""
ALL = NAMED | PREFIXED | OPTION | URL | JWT | FOREIGN

# (of which families, lower-case triggers of which one is in the text, shape, what to do with a match). Order matters:
# whole tokens go before their names.
PASSES: tuple[tuple[int, tuple[str, ...], regex.Pattern[str], Callable[[Match], str]], ...] = (
    (NAMED, ("private key",), shapes.KEY_BLOCK, judge.whole),
    (PREFIXED, ("akia", "asia"), shapes.AWS_PAIR, judge.whole),
    (PREFIXED, ("akia", "asia", "aiza", "akcp", "tt3x"), shapes.A_TOKEN, judge.whole),
    (PREFIXED, ("sk",), shapes.TWILIO, judge.whole),
    (PREFIXED, ("pat",), shapes.AIRTABLE, judge.whole),
    (PREFIXED, ("dapi",), shapes.DATABRICKS, judge.whole),
    (PREFIXED, ("1//0",), shapes.GOOGLE_REFRESH, judge.whole),
    (PREFIXED, (":aa",), shapes.TELEGRAM, judge.if_random),
    (PREFIXED, (".",), shapes.DISCORD, judge.if_random),
    (PREFIXED, ("q~",), shapes.AZURE_SECRET, judge.if_random),
    (JWT, ("",), shapes.JWT, judge.if_random),
    (NAMED, ("authorization",), shapes.SIGNED_HEADER, judge.whole),
    (NAMED, ("cookie",), shapes.COOKIE, judge.plain),
    (OPTION, (" -b",), shapes.COOKIE, judge.plain),
    (URL, ("://",), shapes.URL, judge.plain),
    (URL, ("@tcp(", "@unix("), shapes.GO_DSN, judge.plain),
    (
        URL,
        ("code=", "key=", "sig=", "auth=", "hmac=", "ticket=", "sas=", "x-amz-", "x-goog-"),
        shapes.QUERY,
        judge.if_random,
    ),
    (URL, ("-signature=",), shapes.SIGNATURE, judge.plain),
    (URL, ("hooks.slack", "api/webhooks/", "webhookb2", "chat.googleapis"), shapes.WEBHOOK, judge.plain),
    *((OPTION, triggers, pattern, judge.plain) for triggers, pattern in shapes.SHORT),
    (NAMED | OPTION, ("vault login", "obscure", "mysqladmin", "snyk auth"), shapes.LAST_ARGUMENT, judge.plain),
    (NAMED, ("from-literal",), shapes.LITERAL, judge.plain),
    (NAMED | OPTION, ("echo ", "printf ", "<<<"), shapes.STDIN, judge.plain),
    (NAMED, ("identified", "password"), shapes.SQL, judge.plain),
    (NAMED, ("login",), shapes.NETRC, judge.plain),
    (URL, (":5432:", ":6432:", ":*:"), shapes.PGPASS, judge.plain),
    (NAMED, ("securestring",), shapes.SECURE_STRING, judge.plain),
    (NAMED, ("</",), shapes.XML, xml),
    (NAMED, ("bearer",), shapes.BEARER, judge.bearer),
    (FOREIGN, shapes.SPOKEN_TRIGGERS, shapes.SPOKEN_WORD, spoken),
)
