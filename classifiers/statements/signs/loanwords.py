"""Words of the trade that Russian, French, German, Spanish and Portuguese speakers leave in English."""

from __future__ import annotations

WORDS = {
    "event": (
        "commit*|push*|merge*|deploy*|release*|pr|prs|pull request*|merge request*|mr|mrs|refactor*|rebase*|hotfix*|bugfix*|feature|features|build|builds|rollout*|sprint|session|sessions|task|tasks|ticket|tickets|upgrade*|билд*|test"
    ),
    "made": (
        "commits|commit-nachricht*|prs|branch|branches|pull requests|merge requests|docs|readme*|endpoint*|logs|log|tests|unit tests|e2e|fixtures|mocks|hooks|imports|scripts|migrations|urls|ids|timestamps|json|yaml|feature flags|feature-flags|flags|queries|enums|strings|env vars"
        "|changelog|docstrings|snapshots|http clients|retries|timeouts|topics|jobs|dockerfile*|css|sql|types|props|dtos|logging|sdk|code|screenshots"
    ),
    "form": "snake_case|snake case|camelcase|camel case|kebab-case|kebab case|pascalcase|conventional commits|conventional*|semver|iso 8601|iso-8601|iso8601|utc|uuid*|squash|rebase|typescript|strict|backoff|snake-case|rfc*|float|decimal|bigint|utf-8|git flow|gitflow|github flow|trunk based*|tdd",
    "where": "prod|main|master|production|legacy|vendor|infra|infrastructure|terraform|generated|migrations|lockfile*|workflows|submodule*|staging|live",
    "env": "staging|stage|prod|production|ci|ci/cd|vpn|proxy|registry|runner|runners|server|cluster|bucket|backup*|mirror|sandbox|bastion|kubernetes|redis|postgres*|mysql|s3|api|db|jenkins|gitlab|cron|cronjob*|vm|dns|ldap|sso|firewall|host|port|monorepo|repo|gateway|dev|qa|uat|preprod|wiki|default branch|default-branch",
    "fixed": "read-only|readonly|read only|self-hosted|vpn|on-prem|on-premise|gb|ram|offline|32-bit|64-bit|air-gapped|root|sudo|internet",
    "off": "off limits|off-limits|read-only|readonly|no-go|tabu|taboo",
    "habit": "emojis|emoji|mocks|mock|todo|todos|console.log*|print|prints|placeholder*|boilerplate|workaround*|any|dummy*|stubs|smileys|mocke|mockes|mocken|gemockt|mocka|mockar|mockees|mockear|mock{er|ez}|orm|orms|jquery|singletons",
    "bad": "bug|bugs|error|errors|crash*|404|500|null|undefined",
    "note": "fyi|nb",
    "screen": "button|header|footer|icon|modal|popup|dropdown|navbar|sidebar|tooltip|toast|checkout|login|spinner|layout|banner|theme|dark mode",
    "zone": "prod|main|master|production|legacy|vendor|generated|live|lockfile*|submodule*",
    "paper": "readme*|mail|mails|email|emails|e mail|prompt|prompts|system prompt|ticket|tickets|issue|issues|slack|post|contributing|newsletter|wiki|confluence|faq",
    "matter": "microserv*|microsserv*|monolit*|monoli*|orm|graphql|rest|grpc|ssr|spa|saas|serverless|websocket*|trunk*|gitflow|tdd|scrum|oauth*|oidc|jwt|s3|cdn|e2e|feature flags|микросервис*|монолит*|очеред*|queue*|cola|fila|warteschlange|file d attente|auth*",
    "secret": "secrets|secret|tokens|token|api keys|api key|credentials|env|password*",
}
