"""What characters and tables own, and the packs that it comes from."""
