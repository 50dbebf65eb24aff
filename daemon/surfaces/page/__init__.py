"""The inbox in a browser: candidates with their proof, verdicts, the drawer, and what happened when.

Every page is whole HTML made here and every verdict a plain form, so all of it works without JavaScript; `static/page.js`
adds the keyboard, and swaps in the same page when something changed. Nothing is asked from elsewhere.

- `app`: the routes, and what they share. `signing`: ticket to cookie, and who is let in. `answering`: request to template.
- `inbox`, `verdicts`, `drawer`, `endings`, `overview`, `live`: what is shown and what is done.
- `cards`: rows as a template shows them, untrusted text inert and masked. `notes`: what a verdict led to, for the next page.
- `words/`: one TOML file a language. `templates/`, `static/`: the face.
"""
