"""Setting packs (Lienzos): what a table plays with beside the rules."""
