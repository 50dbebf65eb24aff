"""Errors of package managers and of the commands they run."""

from __future__ import annotations

from classifiers.signatures.kinds import Kind
from classifiers.vocabulary import Category

# fmt: off
PACKAGES: tuple[Kind, ...] = (
    # npm, pnpm, yarn, bun
    Kind("npm", Category.DEPENDENCY, "peer dependencies conflict", ("eresolve", "unable to resolve dependency tree"), r"(?:code ERESOLVE|unable to resolve dependency tree|ERESOLVE could not resolve)"),
    Kind("npm", Category.DEPENDENCY, "lock file does not fit package.json", ("npm ci", "frozen-lockfile", "lockfile needs to be updated", "lockfile would have been modified", "lockfile had changes"), r"(?:`npm ci` can only install packages when|npm ci can only install|ERR_PNPM_OUTDATED_LOCKFILE|Your lockfile needs to be updated|lockfile would have been modified by this install|lockfile had changes, but lockfile is frozen)"),
    Kind("npm", Category.DEPENDENCY, "no lock file", ("existing package-lock", "err_pnpm_no_lockfile"), r"(?:can only install with an existing package-lock|ERR_PNPM_NO_LOCKFILE)"),
    Kind("npm", Category.DEPENDENCY, "package or version does not exist", ("e404", "etarget", "no matching version found", "err_pnpm_fetch_404", "err_pnpm_no_matching_version", "couldn't find package"), r"(?:code E404(?![\s\S]{0,120}Not Found - PUT)|code ETARGET|No matching version found for (?P<s>\S+)|ERR_PNPM_FETCH_404|ERR_PNPM_NO_MATCHING_VERSION|Couldn't find package \"(?P<v>[^\"]+))"),
    Kind("npm", Category.DEPENDENCY, "executable of the package cannot be found", ("could not determine executable",), r"could not determine executable to run"),
    Kind("npm", Category.AUTH, "not signed in to the registry", ("eneedauth", "e401", "err_pnpm_fetch_401", "unable to authenticate"), r"(?:code ENEEDAUTH|code E401|ERR_PNPM_FETCH_401|npm ERR! 401|Unable to authenticate, (?:need|your))"),
    Kind("npm", Category.AUTH, "not allowed to publish", ("e403", "eotp", "not found - put"), r"(?:code E403|code EOTP|code E404\n[^\n]{0,40}Not Found - PUT)"),
    Kind("npm", Category.AUTH, "the job may not ask for an OIDC token", ("provenance generation in github actions requires", "provenance generation not supported"), r"(?:[Pp]rovenance generation in GitHub Actions requires|[Pp]rovenance generation not supported)"),
    Kind("actions", Category.AUTH, "the job may not ask for an OIDC token", ("actions_id_token_request",), r"(?:Unable to get ACTIONS_ID_TOKEN_REQUEST_\w+|did not inject \$ACTIONS_ID_TOKEN_REQUEST_\w+|OpenID Connect token.{0,60}ACTIONS_ID_TOKEN_REQUEST)"),
    Kind("pypi", Category.AUTH, "trusted publisher is not known", ("trusted publishing exchange failure", "invalid-publisher"), r"(?:Trusted publishing exchange failure|`?invalid-publisher`?: )"),
    Kind("npm", Category.PERMISSION, "no access to the folder", ("eacces",), r"(?:code EACCES)(?:, \w+ '(?P<s>[^']+))?"),
    Kind("npm", Category.CONFIG, "missing script <name>", ("missing script", "err_pnpm_no_script", "script not found"), r"(?:[Mm]issing script:? \"?(?P<s>[\w:.-]+)|ERR_PNPM_NO_SCRIPT|error: Script not found \"(?P<v>[\w:.-]+))"),
    Kind("npm", Category.CONFIG, "no package.json here", ("could not read package.json", "err_pnpm_no_importer_manifest", "no package.json"), r"(?:[Cc]ould not read package\.json|ERR_PNPM_NO_IMPORTER_MANIFEST_FOUND|[Nn]o package\.json (?:was )?found)"),
    Kind("npm", Category.VERSION, "another package manager is required", ("this project is configured to use", "configured to use yarn", "err_pnpm_bad_pm_version"), r"(?:[Tt]his project(?:'s package\.json defines \"packageManager\"| is configured to use) ?(?P<s>\S*)|ERR_PNPM_BAD_PM_VERSION)"),
    Kind("npm", Category.DEPENDENCY, "workspace package is not in the registry or workspace", ("err_pnpm_workspace_pkg_not_found", 'unsupported url type "workspace:'), r"(?:ERR_PNPM_WORKSPACE_PKG_NOT_FOUND|Unsupported URL Type \"workspace:)"),
    Kind("node", Category.DEPENDENCY, "native module for this platform is missing", ("optional dependencies", "@rollup/rollup-", 'could not load the "sharp"', "installed esbuild for another platform", "@esbuild/"), r"(?:Cannot find module @rollup/rollup-|Could not load the \"sharp\" module|installed esbuild (?:for|on) another platform|The package \"@esbuild/[\w-]+\" could not be found)"),
    Kind("node-gyp", Category.TOOLCHAIN, "native addon cannot be built", ("gyp err!",), r"gyp ERR! (?:find Python|stack Error: .*(?:make|not found)|build error|find VS)"),
    Kind("playwright", Category.DEPENDENCY, "browsers are not installed", ("executable doesn't exist at", "please run the following command to download new browsers", "host system is missing dependencies"), r"(?:Executable doesn't exist at|Host system is missing dependencies|download new browsers)"),
    Kind("puppeteer", Category.DEPENDENCY, "browser is not installed", ("could not find chrome", "could not find expected browser", "failed to launch the browser process"), r"(?:Could not find Chrome|Could not find expected browser|Failed to launch the browser process)"),
    # pip, uv, poetry, conda
    Kind("pip", Category.DEPENDENCY, "no matching distribution", ("no matching distribution found", "could not find a version that satisfies", "was not found in the package registry", "there are no versions of"), r"(?:No matching distribution found for (?P<s>[\w.\[\]-]+)|Could not find a version that satisfies the requirement (?P<v>[\w.\[\]-]+)|Because (?P<w>[\w.-]+) was not found in the package registry|there are no versions of (?P<x>[\w.-]+))"),
    Kind("pip", Category.DEPENDENCY, "requirements conflict", ("resolutionimpossible", "conflicting dependencies", "no solution found when resolving", "version solving failed", "dependency conflicts"), r"(?:ResolutionImpossible|conflicting dependencies|No solution found when resolving(?![\s\S]{0,300}was not found in the package registry)|version solving failed|causes? the following dependency conflicts)"),
    Kind("pip", Category.TOOLCHAIN, "wheel cannot be built", ("failed building wheel", "failed-wheel-build", "metadata-generation-failed", "subprocess-exited-with-error", "failed to build `"), r"(?:Failed building wheel for (?P<s>[\w.-]+)|failed-wheel-build|metadata-generation-failed|subprocess-exited-with-error|Failed to build `(?P<v>[^`]+))"),
    Kind("pip", Category.DEPENDENCY, "pg_config is missing", ("pg_config executable not found",), r"pg_config executable not found"),
    Kind("pip", Category.FILE, "requirements file is missing", ("could not open requirements file",), r"Could not open requirements file: .*?'(?P<s>[^']+)'"),
    Kind("poetry", Category.DEPENDENCY, "lock file does not fit pyproject.toml", ("pyproject.toml changed significantly", "poetry.lock is not up to date", "lockfile at", "needs to be updated"), r"(?:pyproject\.toml changed significantly since poetry\.lock|poetry\.lock is not up to date|The lockfile at `uv\.lock` needs to be updated)"),
    Kind("python", Category.CONFIG, "no virtual environment", ("no virtual environment found", "no module named venv", "ensurepip is not"), r"(?:No virtual environment found|ensurepip is not\s+available)"),
    Kind("conda", Category.CONFIG, "environment is missing", ("environmentnamenotfound", "could not find conda environment"), r"(?:EnvironmentNameNotFound|Could not find conda environment): ?(?P<s>[\w.-]*)"),
    Kind("conda", Category.DEPENDENCY, "packages are not available", ("packagesnotfounderror", "resolvepackagenotfound"), r"(?:PackagesNotFoundError|ResolvePackageNotFound)"),
    # others
    Kind("cargo", Category.DEPENDENCY, "failed to select a version", ("failed to select a version", "no matching package named"), r"(?:failed to select a version for (?:the requirement )?`(?P<s>[\w-]+)|no matching package named `(?P<v>[\w-]+))"),
    Kind("cargo", Category.DEPENDENCY, "lock file needs to be updated", ("--locked was passed",), r"lock file .* needs to be updated but --locked was passed"),
    Kind("cargo", Category.CONFIG, "no Cargo.toml", ("could not find `cargo.toml`",), r"could not find `Cargo\.toml`"),
    Kind("cargo", Category.COMMAND, "no such command <name>", ("error: no such command",), r"error: no such command: `(?P<s>[\w-]+)`"),
    Kind("composer", Category.DEPENDENCY, "requirements could not be resolved", ("your requirements could not be resolved",), r"Your requirements could not be resolved to an installable set"),
    Kind("composer", Category.AUTH, "could not authenticate", ("could not authenticate against",), r"Could not authenticate against (?P<s>[\w.-]+)"),
    Kind("apt", Category.DEPENDENCY, "package <name> cannot be located", ("unable to locate package", "has no installation candidate"), r"(?:Unable to locate package (?P<s>[\w.+-]+)|Package '?(?P<v>[\w.+-]+)'? has no installation candidate)"),
    Kind("apt", Category.LOCK, "lock is held by another process", ("could not get lock", "unable to acquire the dpkg"), r"(?:Could not get lock|Unable to acquire the dpkg (?:frontend )?lock)"),
    Kind("apt", Category.DEPENDENCY, "unmet dependencies", ("unmet dependencies",), r"unmet dependencies"),
    Kind("brew", Category.DEPENDENCY, "no formula of that name", ("no available formula",), r"No available formula (?:or cask )?with the name \"(?P<s>[^\"]+)"),
    Kind("apk", Category.DEPENDENCY, "package is missing", ("unable to select packages",), r"ERROR: unable to select packages"),
)
# fmt: on
