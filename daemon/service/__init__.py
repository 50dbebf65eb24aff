"""How Seorap lives beside other programs: one daemon at a time, a recorder inside the shells that want one, a service.

What `setup` changes in a home is a part's (`parts/`); the files a service manager reads are made from the templates in
`systemd/` at the top of the repository, which is linked here to be packaged.
"""
