"""Benchmarks that go through the product: real MCP client, real server process, real database."""
