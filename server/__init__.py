"""Composition: settings, service, MCP tools, HTTP, command line."""
