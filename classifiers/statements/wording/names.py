"""Names that are the same in all languages: tools, services, traits of machines. `signs` has them from here too."""

from __future__ import annotations

WORDS = {
    "tool": (
        "npm|pnpm|yarn|bun|deno|uv|poetry|pip|pipenv|conda|pdm|hatch|docker|podman|cargo|gradle|maven|pytest|unittest|jest|vitest|mocha"
        "|playwright|cypress|selenium|biome|eslint|prettier|ruff|flake8|pylint|mypy|pyright|typescript|javascript|vite|webpack|rollup|esbuild"
        "|turbopack|httpx|aiohttp|axios|tailwind|terraform|tofu|ripgrep|bash|zsh|fish|nx|turborepo|bazel|nox|tox|rspec|minitest|phpunit|composer|bundler"
        "|nvm|fnm|volta|mise|asdf|pyenv|helm|kubectl|dayjs|moment|date-fns|luxon|lodash|zod|yup|redux|zustand|mobx|jotai|recoil|prisma|drizzle"
        "|typeorm|sequelize|knex|sqlalchemy|pydantic|structlog|loguru|polars|pandas|styled-components|sass|scss|bootstrap|fastapi|flask|django"
        "|express|fastify|hono|graphql|grpc|trpc|kafka|rabbitmq|celery|kotlin|swift|rust|golang|squash merge*|rebase"
    ),
    "trait": (
        "arm64|aarch64|x86|x86_64|amd64|arm|apple silicon|linux|ubuntu|debian|alpine|centos|rhel|windows|macos|freebsd|wsl|read-only|read only|readonly"
        "|air-gapped|airgapped|self-hosted|self hosted|postgres*|mysql|mariadb|sqlite|mongodb|mongo|redis|valkey|clickhouse|elasticsearch|opensearch"
        "|node|node.js|nodejs|python|java|ruby|php|jdk|.net|aws|gcp|azure|hetzner|digitalocean|vercel|netlify|heroku|fly.io|cloudflare|kubernetes|k8s|eks|gke|aks|ecs"
        "|ec2|fargate|lambda|openshift|nomad|utc|gmt|kst|jst|cet|1password|bitwarden|keepass|vault|secrets manager|secret manager|parameter store|ssm|doppler|s3|r2"
        "|confluence|notion|jira|linear|sharepoint|google drive|grafana|datadog|sentry|kibana|cloudwatch|loki|prometheus|pagerduty|bastion|jump host|nat|vpn|ipv6|ipv4"
        "|circleci|circle ci|github actions|gitlab ci|buildkite|teamcity|azure devops|travis|drone|artifactory|nexus|harbor|ghcr|ecr|gitlab|github|bitbucket|jenkins|argocd|rds|aurora|supabase|cloud sql|bigquery|snowflake|redshift|databricks|dynamodb|gpu|sudo"
        "|us-east*|us-west*|eu-west*|eu-central*|eu-north*|ap-northeast*|ap-southeast*|sqs|sns|nats"
    ),
}
