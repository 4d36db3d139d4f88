"""Setting packs (Lienzos): what a table plays with besides the rules."""
