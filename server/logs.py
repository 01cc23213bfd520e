"""Logs go to stderr and nowhere else: stdout belongs to the protocol."""

from __future__ import annotations

import logging
import sys

import structlog


def set_up(level: str) -> None:
    """Set logging up; before the MCP server is made, since that would set it up otherwise."""
    number = logging.getLevelNamesMapping()[level.upper()]
    logging.basicConfig(
        level=number, stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True
    )
    # The driver tells of every retry and every deprecated word; what fails in the end is told as an error of ours.
    logging.getLogger("neo4j").setLevel(max(number, logging.ERROR))
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.dev.ConsoleRenderer(colors=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
