"""Errors of the shell, of git, and of the machine and its network; and those that only wrap another error."""

from __future__ import annotations

from classifiers.signatures.kinds import Kind
from classifiers.vocabulary import Category

# fmt: off
SYSTEMS: tuple[Kind, ...] = (
    # shell
    Kind("shell", Category.COMMAND, "command not found", ("not found", "is not recognized", "unknown command:", "no such file or directory"), r"(?:^(?:[\w./() -]+: )?(?:line \d+: )?(?:\w+: )?(?P<s>[\w.+@/-]+): (?:command )?not found\s*$|command not found: (?P<v>[\w.+-]+)|fish: Unknown command: (?P<w>[\w.+-]+)|env: [‘'\"]?(?P<x>[\w.+-]+)[’'\"]?: No such file or directory|'(?P<y>[\w.+-]+)' is not recognized as (?:an internal|the name|a name)|[Tt]he term '(?P<z>[\w.+-]+)' is not recognized|make: (?P<m>[\w.+-]+): (?:Command not found|No such file or directory))"),
    Kind("shell", Category.COMMAND, "executable not found", ("executable file not found", "spawn", "no such file or directory: '"), r"(?:exec: \"(?P<s>[\w.+-]+)\": executable file not found|spawn (?P<v>[\w.+/-]+) ENOENT|\[Errno 2\] No such file or directory: '(?P<w>[\w+-]+)'$)"),
    Kind("shell", Category.CONFIG, "script has Windows line endings", ("\\r'", "^m", "\\r’", "\r"), r"(?:(?P<s>[\w./-]+): line \d+: \$'\\r': command not found|\$'\\r': command not found|\^M: (?:bad interpreter|No such file)|env: [‘'](?P<v>\w+)\\r[’'])"),
    Kind("shell", Category.FILE, "bad interpreter", ("bad interpreter",), r"bad interpreter: (?P<s>[^:\n]+): No such file"),
    Kind("shell", Category.PERMISSION, "script is not executable", ("permission denied",), r"(?:line \d+: |^(?:[\w/]*sh|env|sudo): (?:\d+: )?)(?P<s>(?:\./|/)?[\w./-]+): Permission denied$|permission denied: (?P<v>\./[\w./-]+)"),
    Kind("shell", Category.SYNTAX, "syntax error", ("syntax error near unexpected token", "unexpected eof while looking", 'unmatched "', "parse error near"), r"(?:syntax error near unexpected token|unexpected EOF while looking for|parse error near|zsh:\d+: unmatched)"),
    Kind("shell", Category.CONFIG, "unbound variable", ("unbound variable", "parameter not set", "parameter null or not set"), r"(?:line \d+: |: )(?P<s>\w+): (?:unbound variable|parameter (?:null or )?not set)"),
    Kind("shell", Category.USAGE, "no matches found", ("no matches found",), r"no matches found: "),
    Kind("shell", Category.USAGE, "unknown option", ("unknown option", "unrecognized option", "unknown flag", "invalid option", "unknown shorthand", "unrecognized argument", "no such option", "unexpected argument", "unknown argument", "illegal option", "unknown json field", "unrecognized flag"), r"(?:(?:[Uu]nknown|[Uu]nrecognized|[Ii]nvalid|[Ii]llegal) (?:option|flag|argument|shorthand flag)|[Nn]o such option|unexpected argument|Unknown JSON field|unrecognized arguments)"),
    # git
    Kind("git", Category.GIT, "push is rejected: not a fast-forward", ("non-fast-forward", "fetch first", "tip of your current branch is behind"), r"(?:\(non-fast-forward\)|\(fetch first\)|tip of your current branch is behind)"),
    Kind("git", Category.CONFIG, "branch has no upstream", ("has no upstream branch", "no tracking information"), r"(?:has no upstream branch|There is no tracking information)"),
    Kind("git", Category.PERMISSION, "repository rule or protected branch", ("gh013", "gh006", "protected branch", "push protection"), r"(?:GH013|GH006|[Pp]rotected branch|push protection)"),
    Kind("git", Category.AUTH, "authentication failed", ("authentication failed for", "could not read username", "invalid username or", "support for password authentication was removed"), r"(?:Authentication failed for|could not read (?:Username|Password) for|Invalid username or (?:password|token)|Support for password authentication was removed)"),
    Kind("git", Category.AUTH, "repository is not found or not allowed", ("repository not found", "remote: not found", "does not appear to be a git repository", "could not read from remote repository"), r"(?:[Rr]epository not found|remote: Not Found|^fatal: [Rr]epository '[^']+' not found|does not appear to be a git repository)"),
    Kind("git", Category.CONFIG, "not a git repository", ("not a git repository",), r"[Nn]ot a git repository"),
    Kind("git", Category.CONFIG, "dubious ownership", ("dubious ownership", "unsafe repository"), r"(?:dubious ownership|unsafe repository)"),
    Kind("git", Category.CONFIG, "author is unknown", ("please tell me who you are", "unable to auto-detect email"), r"(?:Please tell me who you are|unable to auto-detect email)"),
    Kind("git", Category.GIT, "local changes would be overwritten", ("would be overwritten", "cannot pull with rebase", "you have unstaged changes"), r"(?:would be overwritten by|[Cc]annot (?:pull with rebase|rebase|rewrite branches): [Yy]ou have unstaged)"),
    Kind("git", Category.GIT, "merge conflict", ("conflict (", "unmerged files", "merge conflict"), r"(?:^CONFLICT \(|unmerged files|[Mm]erge conflict)"),
    Kind("git", Category.GIT, "branches have diverged", ("need to specify how to reconcile", "not possible to fast-forward"), r"(?:[Nn]eed to specify how to reconcile|[Nn]ot possible to fast-forward)"),
    Kind("git", Category.GIT, "unrelated histories", ("refusing to merge unrelated histories",), r"refusing to merge unrelated histories"),
    Kind("git", Category.LOCK, "lock file exists", (".lock': file exists", "another git process", "cannot lock ref"), r"(?:(?P<s>[\w./-]+\.lock)': File exists|[Aa]nother git process seems to be running|cannot lock ref)"),
    Kind("git", Category.FILE, "pathspec does not match", ("did not match any file",), r"pathspec '(?P<s>[^']+)' did not match any file"),
    Kind("git", Category.CONFIG, "submodule is missing", ("no submodule mapping found", "submodule"), r"(?:No submodule mapping found|fatal: No url found for submodule path|[Ss]ubmodule '?(?P<s>[\w./-]+)'? .*not (?:initialized|registered))"),
    Kind("git", Category.DEPENDENCY, "git-lfs is missing", ("git-lfs", "git lfs"), r"(?:git-lfs(?:' was not found| filter-process: .*not found)|This repository is configured for Git LFS but)"),
    Kind("git", Category.GIT, "branch or worktree exists already", ("a branch named", "is already checked out at", "is already used by worktree", "already exists and is not an empty directory"), r"(?:a branch named '(?P<s>[^']+)' already exists|is already (?:checked out at|used by worktree)|already exists and is not an empty directory)"),
    Kind("git", Category.DISK, "file is too large for the remote", ("gh001", "exceeds github's file size limit", "http 413", "http 408"), r"(?:GH001: Large files|exceeds GitHub's file size limit|RPC failed; HTTP 4(?:13|08))"),
    # ssh, network
    Kind("ssh", Category.AUTH, "permission denied (public key)", ("permission denied (publickey", "permission denied, please try again", "no such identity"), r"(?:Permission denied \(publickey|Permission denied, please try again|no such identity)"),
    Kind("ssh", Category.CONFIG, "host key verification failed", ("host key verification failed", "remote host identification has changed"), r"(?:Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED)"),
    Kind("ssh", Category.PERMISSION, "private key file is too open", ("unprotected private key file", "are too open"), r"(?:UNPROTECTED PRIVATE KEY FILE|are too open)"),
    Kind("network", Category.NETWORK, "name cannot be resolved", ("could not resolve host", "temporary failure in name resolution", "enotfound", "eai_again", "name or service not known", "no such host", "nodename nor servname", "could not translate host name", "temporary failure resolving", "getaddrinfo failed", "unknownhostexception", "server misbehaving"), r"(?:[Cc]ould not resolve host(?:name)?:? (?P<s>[\w.-]+)|Temporary failure (?:in name resolution|resolving)|getaddrinfo (?:ENOTFOUND|EAI_AGAIN) (?P<v>[\w.-]+)|ENOTFOUND|EAI_AGAIN|Name or service not known|no such host|nodename nor servname|could not translate host name \"(?P<w>[^\"]+)|getaddrinfo failed|UnknownHostException|server misbehaving)"),
    Kind("network", Category.NETWORK, "certificate is not trusted", ("certificate", "self-signed", "x509", "pkix", "unable_to_verify_leaf"), r"(?:CERTIFICATE_VERIFY_FAILED|SSL certificate problem|self[- ]signed certificate|x509: certificate|unable to get local issuer certificate|PKIX path building failed|unable to verify the first certificate|UNABLE_TO_VERIFY_LEAF|certificate has expired)"),
    Kind("network", Category.CONNECTION, "connection refused", ("connection refused", "econnrefused", "actively refused"), r"(?:ECONNREFUSED ?(?P<s>[\w.:\[\]-]*)|[Cc]onnection refused|actively refused it)"),
    Kind("network", Category.NETWORK, "timed out", ("timed out", "etimedout", "timeout was reached", "i/o timeout", "deadline exceeded"), r"(?:[Cc]onnection timed out|Operation timed out|ETIMEDOUT|Timeout was reached|i/o timeout|context deadline exceeded|Read timed out|connect timed out|ConnectTimeout)"),
    Kind("network", Category.NETWORK, "network is unreachable", ("network is unreachable", "no route to host", "enetunreach", "ehostunreach"), r"(?:[Nn]etwork is unreachable|[Nn]o route to host|ENETUNREACH|EHOSTUNREACH)"),
    Kind("network", Category.NETWORK, "proxy refuses", ("proxy", "407"), r"(?:407 Proxy Authentication|[Tt]unnel connection failed|[Cc]ould not resolve proxy|CONNECT tunnel failed)"),
    Kind("network", Category.NETWORK, "connection was reset", ("connection reset", "econnreset", "socket hang up"), r"(?:[Cc]onnection reset by peer|ECONNRESET|socket hang up)"),
    Kind("network", Category.NETWORK, "too many requests", ("429", "rate limit", "toomanyrequests"), r"(?:\b429 Too Many Requests|(?:API |pull )rate limit(?: has been)? exceeded|toomanyrequests|reached your (?:unauthenticated )?pull rate limit)"),
    Kind("network", Category.PORT, "address already in use", ("address already in use", "port already in use", "already in use", "port is in use", "already running on port", "addrinuse", "only one usage of each socket"), r"(?:[Aa]ddress already in use|[Pp]ort (?P<s>\d{2,5}) (?:is already|is|was already|was) (?:in use|being used|allocated)|[Pp]ort already in use:? ?(?P<v>\d*)|already running on port (?P<w>\d+)|AddrInUse|[Oo]nly one usage of each socket address)"),
    # machine
    Kind("system", Category.DISK, "no space left on device", ("no space left", "enospc", "disk quota exceeded", "not enough space", "not enough disk space"), r"(?:[Nn]o space left on device|ENOSPC: no space|[Dd]isk quota exceeded|not enough (?:disk )?space|Not enough (?:disk )?space|don't have enough free space)"),
    Kind("system", Category.MEMORY, "out of memory", ("out of memory", "cannot allocate memory", "oomkilled", "bad_alloc", "memoryerror"), r"(?:[Cc]annot allocate memory|[Oo]ut of memory|OutOfMemoryError|OOMKilled|std::bad_alloc|^MemoryError)"),
    Kind("system", Category.DISK, "too many open files", ("too many open files",), r"[Tt]oo many open files"),
    Kind("system", Category.LOCK, "resource is locked or busy", ("resource temporarily unavailable", "device or resource busy", "text file busy", "ebusy", "being used by another process"), r"(?:[Dd]evice or resource busy|[Tt]ext file busy|EBUSY: resource busy|being used by another process)"),
    Kind("system", Category.PERMISSION, "read-only file system", ("read-only file system", "erofs"), r"(?:[Rr]ead-only file system|EROFS)"),
    Kind("system", Category.PERMISSION, "operation not permitted", ("operation not permitted", "eperm"), r"(?:[Oo]peration not permitted|EPERM: operation not permitted)"),
    Kind("system", Category.PERMISSION, "permission denied", ("permission denied", "access is denied", "eacces", "insufficient permission"), r"(?:^|[\s:'\"’])(?:[Pp]ermission denied\b(?! \(publickey)|Access is denied|EACCES: permission denied|insufficient permission for)"),
    Kind("system", Category.DEPENDENCY, "shared library cannot be loaded", ("error while loading shared libraries", "library not loaded", "glibc_"), r"(?:error while loading shared libraries: (?P<s>[\w.+-]+)|Library not loaded: (?P<v>\S+)|version [`']GLIBC_[\d.]+' not found)"),
    Kind("system", Category.PERMISSION, "sudo needs a password", ("a terminal is required to read the password", "a password is required"), r"sudo: (?:a terminal is required|a password is required)"),
    Kind("system", Category.CONFIG, "unit does not exist", ("could not be found", "not found."), r"Unit (?P<s>[\w@.-]+) (?:could not be found|not found)"),
    Kind("system", Category.FILE, "no such file or directory", ("no such file or directory", "cannot find the path", "cannot find path"), r"(?:(?P<s>[\w./~@+-]+)['\"’]?: [Nn]o such file or directory|[Nn]o such file or directory: '?(?P<v>[^'\n]+)'?|cannot find the (?:path|file) specified|Cannot find path '(?P<w>[^']+)')"),
)
# fmt: on
