"""More outputs of failed commands, written after the rules, with kinds the first half has and kinds it has not."""

HELD_OUT = {
    "python module missing": ("python", [
        "Traceback (most recent call last):\n  File \"<frozen runpy>\", line 198, in _run_module_as_main\n  File \"/w/etl/load.py\", line 9, in <module>\n    from google.cloud import bigquery\nModuleNotFoundError: No module named 'google.cloud'",
        "/home/kim/.venv/bin/python: No module named alembic.__main__; 'alembic' is a package and cannot be directly executed",
        "! _pytest.config.exceptions... \nE   ModuleNotFoundError: No module named 'factory'\n=========================== short test summary info ===========================\nERROR tests/test_models.py",
        "  File \"conf.py\", line 2\nModuleNotFoundError: No module named 'sphinx_rtd_theme'\n\nConfiguration error:",
        "ImportError: No module named requests",
        "[E] worker failed to boot\nModuleNotFoundError: No module named 'shop.wsgi'",
    ]),
    "node module missing": ("node", [
        "Error: Cannot find module '../lightningcss.linux-x64-gnu.node'\nRequire stack:\n- /w/node_modules/lightningcss/node/index.js",
        "ERROR in ./src/main.tsx 5:0-30\nModule not found: Error: Can't resolve 'styled-components' in '/w/src'",
        "Error: Cannot find module '/srv/app/dist/index.js'\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1048:15)",
        '[plugin:vite:import-analysis] Failed to resolve import "axios" from "src/api.ts". Does the file exist?',
        "[!] Error: Could not resolve './util' from src/index.js",
        "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/w/src/config' imported from /w/src/index.js\nDid you mean to import ./config.js?",
    ]),
    "typescript module missing": ("node", [
        "error TS2307: Cannot find module 'node:fs' or its corresponding type declarations.",
        "Type error: Cannot find module '@/utils/date' or its corresponding type declarations.\n\n  3 | import { d } from '@/utils/date'",
        "error TS2688: Cannot find type definition file for 'jest'.\n  The file is in the program because:\n    Entry point of type library 'jest' specified in compilerOptions",
    ]),
    "command missing": ("shell", [
        "./deploy.sh: line 12: aws: command not found",
        "zsh: command not found: pnpm",
        "sh: 1: next: not found\n ELIFECYCLE  Command failed.",
        "/usr/bin/env: 'python': No such file or directory",
        "gh : The term 'gh' is not recognized as the name of a cmdlet, function, script file, or operable program.",
        "husky - pre-commit hook exited with code 127\n.husky/pre-commit: line 4: lint-staged: command not found",
        "/bin/bash: jq: command not found",
        "-bash: kubectl: command not found",
    ]),
    "port taken": ("machine", [
        "Error: listen EADDRINUSE: address already in use 0.0.0.0:4000",
        "[ERROR] [MY-010262] Can't start server: Bind on TCP/IP port: Address already in use",
        "panic: listen tcp :9090: bind: address already in use",
        "thread 'main' panicked at src/main.rs:12:9:\ncalled `Result::unwrap()` on an `Err` value: Os { code: 98, kind: AddrInUse, message: \"Address already in use\" }",
        "java.net.BindException: Address already in use",
        "Something is already running on port 3000.",
        'Error: Address already in use - bind(2) for "127.0.0.1" port 4567 (Errno::EADDRINUSE)',
    ]),
    "docker daemon down": ("containers", [
        "docker: Cannot connect to the Docker daemon at tcp://localhost:2375. Is the docker daemon running?.\nSee 'docker run --help'.",
        "Cannot connect to the Docker daemon at unix:///run/user/1000/docker.sock. Is the docker daemon running?",
        "unable to get image 'postgres:16': Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
    ]),
    "docker image denied": ("containers", [
        "Error response from daemon: pull access denied for internal/base, repository does not exist or may require 'docker login'",
        "ERROR: failed to solve: registry.acme.example/base:1: failed to authorize: failed to fetch oauth token: unexpected status: 401 Unauthorized",
        "push access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed",
    ]),
    "docker context file missing": ("containers", [
        'ERROR: failed to solve: failed to compute cache key: failed to calculate checksum of ref 4f::x: "/requirements.txt": not found',
        'failed to solve: failed to compute cache key: "/package-lock.json" not found: not found',
        "COPY failed: file not found in build context or excluded by .dockerignore: stat app/: file does not exist",
    ]),
    "redis down": ("database", [
        "redis.exceptions.ConnectionError: Error 111 connecting to localhost:6379. Connection refused.",
        "Could not connect to Redis at 127.0.0.1:6379: Connection refused",
    ]),
    "connection refused": ("network", [
        "AggregateError [ECONNREFUSED]: \n    at internalConnectMultiple (node:net:1114:18)",
        "wget: can't connect to remote host (172.17.0.1): Connection refused",
        "error: tcp connect error: Connection refused (os error 111)",
        'Get "http://localhost:8500/v1/kv": dial tcp 127.0.0.1:8500: connect: connection refused',
        "urllib.error.URLError: <urlopen error [Errno 61] Connection refused>",
    ]),
    "name not resolved": ("network", [
        "ssh: Could not resolve hostname build-1: nodename nor servname provided, or not known",
        "error: failed to get `serde` as a dependency\n\nCaused by:\n  [6] Couldn't resolve host name (Could not resolve host: index.crates.io)",
        "FetchError: request to https://api.acme.example failed, reason: getaddrinfo EAI_AGAIN api.acme.example",
        "httpx.ConnectError: [Errno -2] Name or service not known",
        "java.net.UnknownHostException: repo.maven.apache.org: Name or service not known",
        "lookup db on 127.0.0.11:53: server misbehaving",
    ]),
    "certificate not trusted": ("network", [
        "fatal: unable to access 'https://git.acme.example/x.git/': SSL certificate problem: unable to get local issuer certificate",
        "Error: unable to verify the first certificate\n    at TLSSocket.onConnectSecure (node:_tls_wrap:1674:34) {\n  code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'",
        "pip._vendor.urllib3: SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: certificate has expired'))",
        "tls: failed to verify certificate: x509: certificate is valid for ingress.local, not api.acme.example",
    ]),
    "postgres down": ("database", [
        'psycopg.OperationalError: connection failed: connection to server at "127.0.0.1", port 5432 failed: Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?',
        'pg_dump: error: connection to server on socket "/tmp/.s.PGSQL.5432" failed: No such file or directory',
        'ActiveRecord::ConnectionNotEstablished: connection to server on socket "/run/postgresql/.s.PGSQL.5432" failed: No such file or directory',
    ]),
    "postgres password": ("database", [
        'asyncpg.exceptions.InvalidPasswordError: password authentication failed for user "kim"',
        "PrismaClientInitializationError: Authentication failed against database server, the provided database credentials for `app` are not valid.",
        'FATAL: no pg_hba.conf entry for host "10.2.0.7", user "app", database "shop", no encryption',
    ]),
    "postgres relation missing": ("database", [
        'error: relation "_prisma_migrations" does not exist',
        'ERROR: relation "audit.events" does not exist (SQLSTATE 42P01)',
        'django.db.utils.ProgrammingError: relation "auth_user" does not exist\nLINE 1: ...',
    ]),
    "postgres role missing": ("database", [
        'psql: error: connection to server on socket "/tmp/.s.PGSQL.5432" failed: FATAL:  role "postgres" does not exist',
        'FATAL: role "root" does not exist',
        'createdb: error: connection failed: FATAL:  role "kim" does not exist',
    ]),
    "mysql access denied": ("database", [
        "mysqldump: Got error: 1045: Access denied for user 'backup'@'localhost' (using password: YES) when trying to connect",
        "Error: Access denied for user ''@'localhost' (using password: NO)\n    at Packet.asError",
    ]),
    "mysql down": ("database", [
        "ERROR 2002 (HY000): Can't connect to local MySQL server through socket '/var/run/mysqld/mysqld.sock' (2)",
        "ERROR 2003 (HY000): Can't connect to MySQL server on '127.0.0.1:3306' (111)",
        "pymysql.err.OperationalError: (2003, \"Can't connect to MySQL server on 'db' ([Errno 111] Connection refused)\")",
        "SQLSTATE[HY000] [2002] Connection refused",
    ]),
    "sqlite locked": ("database", [
        "sqlite3.OperationalError: database is locked",
        "SqliteError: database is locked\n    at Database.exec",
        "django.db.utils.OperationalError: database is locked",
    ]),
    "peer dependencies": ("node", [
        "npm error code ERESOLVE\nnpm error ERESOLVE could not resolve\nnpm error\nnpm error While resolving: vite-plugin-x@2.0.0\nnpm error Found: vite@6.0.1",
        "npm ERR! ERESOLVE unable to resolve dependency tree\nnpm ERR! \nnpm ERR! While resolving: web@0.1.0",
    ]),
    "lock file differs": ("node", [
        "npm ERR! code EUSAGE\nnpm ERR! \nnpm ERR! `npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync. Please update your lock file with `npm install` before continuing.",
        "YN0028: │ The lockfile would have been modified by this install, which is explicitly forbidden.",
        'ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with apps/web/package.json',
    ]),
    "no distribution": ("python", [
        "ERROR: Could not find a version that satisfies the requirement pysqlite3-binary (from versions: none)\nERROR: No matching distribution found for pysqlite3-binary",
        "ERROR: No matching distribution found for numpy<1.20",
        "Because there are no versions of acme-sdk and you require acme-sdk, we can conclude that your requirements are unsatisfiable.",
    ]),
    "heap": ("node", [
        "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
        "<--- Last few GCs --->\nFATAL ERROR: Ineffective mark-compacts near heap limit Allocation failed - JavaScript heap out of memory\n----- Native stack trace -----",
        "FATAL ERROR: CALL_AND_RETRY_LAST Allocation failed - JavaScript heap out of memory",
    ]),
    "prisma client not generated": ("node", [
        'Error: @prisma/client did not initialize yet. Please run "prisma generate" and try to import it again.',
        'PrismaClientInitializationError: Prisma Client could not locate the Query Engine for runtime "debian-openssl-3.0.x".',
        "Module '\"@prisma/client\"' has no exported member 'PrismaClient'.",
    ]),
    "playwright browsers": ("node", [
        "browserType.launch: Executable doesn't exist at /root/.cache/ms-playwright/chromium-1091/chrome-linux/chrome",
        "Error: browserType.launch: Executable doesn't exist at /home/kim/.cache/ms-playwright/firefox-1440/firefox/firefox\n╔═══════╗\n║ Looks like Playwright Test or Playwright was just installed or updated. ║",
        "Host system is missing dependencies to run browsers.\nPlease install them with the following command:\n    sudo npx playwright install-deps",
    ]),
    "rust unresolved": ("rust", [
        "error[E0432]: unresolved import `crate::store`\n --> src/api.rs:2:5",
        "error[E0433]: failed to resolve: could not find `Runtime` in `tokio`\n  --> src/main.rs:7:20",
    ]),
    "rust borrow": ("rust", [
        "error[E0382]: use of moved value: `tx`\n   --> src/pool.rs:77:13",
        "error[E0382]: borrow of partially moved value: `self.inner`",
    ]),
    "rust openssl": ("rust", [
        "error: failed to run custom build command for `openssl-sys v0.9.93`",
        "  Could not find directory of OpenSSL installation, and this `-sys` crate cannot\n  proceed without this knowledge.",
    ]),
    "go module missing": ("go", [
        "cmd/api/main.go:11:2: no required module provides package github.com/spf13/cobra; to add it:\n\tgo get github.com/spf13/cobra",
        "go: github.com/acme/x@v1.2.3: missing go.sum entry for go.mod file; to add it:\n\tgo mod download github.com/acme/x",
        "main.go:5:2: package shop/internal/store is not in std (/usr/local/go/src/shop/internal/store)",
    ]),
    "go undefined": ("go", [
        "./cmd.go:40:17: undefined: flags.Verbose",
        "# acme/worker\npool/pool.go:3:7: undefined: sync2",
    ]),
    "java newer class file": ("jvm", [
        'Exception in thread "main" java.lang.UnsupportedClassVersionError: com/acme/Main has been compiled by a more recent version of the Java Runtime (class file version 65.0)',
        "> Could not open settings generic class cache for settings file '/w/settings.gradle'\n   > BUG! exception in phase 'semantic analysis' in source unit '_BuildScript_' Unsupported class file major version 67",
    ]),
    "java release": ("jvm", [
        "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.11.0:compile: Fatal error compiling: error: invalid target release: 21",
        "error: release version 17 not supported",
        "error: invalid source release: 11",
    ]),
    "gradle artifact": ("jvm", [
        "* What went wrong:\nExecution failed for task ':app:compileClasspath'.\n> Could not resolve all files for configuration ':app:compileClasspath'.\n   > Could not find acme:core:1.0.",
        "> Could not resolve com.acme:sdk:2.+.\n  Required by: project :",
        "   > Could not resolve all dependencies for configuration ':classpath'.",
    ]),
    "c header missing": ("c", [
        "main.c:2:10: fatal error: sqlite3.h: No such file or directory\ncompilation terminated.",
        "./binding.cc:4:10: fatal error: 'node.h' file not found\n#include <node.h>",
        "src/a.cpp:1:10: fatal error: boost/asio.hpp: No such file or directory",
    ]),
    "c undefined reference": ("c", [
        "/usr/bin/ld: /tmp/ccX.o: undefined reference to symbol 'pthread_create@@GLIBC_2.2.5'",
        "collect2: fatal error\n/usr/bin/ld: a.o: in function `f': a.c:(.text+0x5): undefined reference to `dlopen'",
    ]),
    "c library missing": ("c", [
        "/usr/bin/ld: cannot find -lpq: No such file or directory\ncollect2: error: ld returned 1 exit status",
        "ld: library not found for -lssl\nclang: error: linker command failed with exit code 1 (use -v to see invocation)",
        "ld: library 'crypto' not found",
    ]),
    "kubernetes not reachable": ("containers", [
        "E0301 memcache.go:265] couldn't get current server API group list: Get \"http://localhost:8080/api\": dial tcp 127.0.0.1:8080: connect: connection refused\nThe connection to the server localhost:8080 was refused - did you specify the right host or port?",
        "Unable to connect to the server: dial tcp: lookup ABC.gr7.eu-west-1.eks.amazonaws.com: no such host",
    ]),
    "terraform not initialised": ("cloud", [
        "╷\n│ Error: Required plugins are not installed\n│ \n│ The installed provider plugins are not consistent with the packages selected in the dependency lock file",
        'Error: Could not load plugin\n\nPlugin reinitialization required. Please run "terraform init".',
    ]),
    "terraform locked": ("cloud", [
        "Error: Error acquiring the state lock\n\nError message: ConditionalCheckFailedException",
        "│ Error: Error acquiring the state lock\n│ \n│ Error message: resource temporarily unavailable",
    ]),
    "aws no credentials": ("cloud", [
        'Unable to locate credentials. You can configure credentials by running "aws configure".',
        "botocore.exceptions.NoCredentialsError: Unable to locate credentials",
        "The config profile (staging) could not be found",
    ]),
    "gcloud not signed in": ("cloud", [
        "ERROR: (gcloud.projects.list) You do not currently have an active account selected.",
        "google.auth.exceptions.DefaultCredentialsError: Could not automatically determine credentials. Please set GOOGLE_APPLICATION_CREDENTIALS",
        "google.auth.exceptions.RefreshError: Reauthentication is needed. Please run `gcloud auth application-default login` to reauthenticate.",
    ]),
    "git not fast forward": ("git", [
        " ! [rejected]          main -> main (non-fast-forward)\nerror: failed to push some refs to 'https://github.com/acme/blyck'",
        "To gitlab.com:acme/x.git\n ! [rejected]   dev -> dev (fetch first)",
    ]),
    "git local changes": ("git", [
        "error: Your local changes to the following files would be overwritten by merge:\n\tpackage-lock.json\nPlease commit your changes or stash them before you merge.",
        "error: cannot pull with rebase: You have unstaged changes.",
        "error: The following untracked working tree files would be overwritten by checkout:\n\t.env",
    ]),
    "git index lock": ("git", [
        "fatal: Unable to create '/w/.git/index.lock': File exists.\n\nAnother git process seems to be running in this repository",
        "error: cannot lock ref 'refs/heads/main': Unable to create '/w/.git/refs/heads/main.lock': File exists.",
    ]),
    "ssh key": ("git", [
        "ubuntu@10.3.0.2: Permission denied (publickey).",
        "git@gitlab.com: Permission denied (publickey,keyboard-interactive).\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights",
    ]),
    "permission denied": ("machine", [
        "error: EACCES: permission denied, open '/w/.next/trace'",
        "cp: cannot create regular file '/usr/local/bin/x': Permission denied",
        "rm: cannot remove 'dist/a.js': Permission denied",
        "ERROR: Could not install packages due to an OSError: [Errno 13] Permission denied: '/usr/lib/python3/dist-packages/x'",
        "error: insufficient permission for adding an object to repository database .git/objects",
    ]),
    "disk full": ("machine", [
        "failed to register layer: write /usr/lib/x.so: no space left on device",
        "fatal: write error: No space left on device",
        "tar: ./big: Cannot write: No space left on device",
    ]),
    "file missing": ("machine", [
        "source: no such file or directory: .venv/bin/activate",
        "open config.yaml: no such file or directory",
        "ls: cannot access 'dist': No such file or directory",
        "Error: ENOENT: no such file or directory, scandir '/w/public'",
    ]),
    "ruby gem missing": ("ruby", [
        "Could not find bootsnap-1.17.0 in locally installed gems (Bundler::GemNotFound)",
        "Could not find gem 'puma (~> 6.0)' in locally installed gems.",
    ]),
    "ruby version": ("ruby", [
        "Your Ruby version is 3.0.2, but your Gemfile specified 3.2.2",
        "Your Ruby version is 2.7.8, but your Gemfile specified ~> 3.1",
    ]),
    "php extension": ("php", [
        "  Problem 1\n    - phpoffice/phpspreadsheet 1.29.0 requires ext-gd * -> it is missing from your system. Install or enable PHP's gd extension.",
        "PHP Fatal error:  Uncaught Error: Call to undefined function mb_strlen() in /w/a.php:3",
        "Illuminate\\Database\\QueryException: could not find driver (SQL: select 1)",
    ]),
    "dotnet sdk": ("dotnet", [
        "error NETSDK1045: The current .NET SDK does not support targeting .NET 9.0. Either target .NET 8.0 or lower",
        "You must install or update .NET to run this application.\n\nApp: /w/bin/x\nFramework: 'Microsoft.NETCore.App', version '8.0.0' (x64)",
    ]),
}  # fmt: skip
"""Not tuned on: the figures of the README are of these, as they were first measured and as they are now."""
