"""Recuerdo: a knowledge-graph memory that AI agents share."""
