"""Text and vectors: what a text says, and which entity a name means. Knows no database."""
