"""Who does what, when, and who sees it?

The only room that runs: processes, files, sockets, screens, clocks. It imports all other rooms; none imports it.

- `config`: config.toml as a value; `config_file`: edits to it. `settings`: with `whereabouts` the only reader of the
  environment. `app`: the composition root.
- `serve`: opens everything in order, and closes in reverse. `watch`: the loop. `duties`: what is done, each a call that ends.
  `stopping`: hears the signals.
- `sources/`: which files are followed, and how their bytes become batches of whole lines.
- `pipeline`: batch, records, drafts, commit, cards. `pauses`: sessions that went quiet. `reflection`,
  `consulting`, `models`: asking a model about them, if one is set. `schedule`: the jobs.
- `surfaces/`: where a person sees candidates.
- `api/`: HTTP on a Unix socket for local programs and on loopback for the browser, and who may stand behind which.
- `probing`: runs the read-only calls that tell whether a capability still holds.
- `hosts/`: the coding agents that ask through their hooks, each one's JSON in and out.
- `mcp/`: what agents ask over the Model Context Protocol, and the bridge that hosts start.
- `service/`: lock, shell recorders. `cli/`: one file per group of verbs, heavy imports inside the verbs.
"""
