"""How Seorap lives beside other programs: one daemon at a time, and a recorder inside the shells that want one."""
