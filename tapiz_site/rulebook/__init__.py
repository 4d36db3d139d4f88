"""The rules of the systems in words, to be read and searched; linked from every place that cites one."""
