"""What the tools do, whoever calls: one function a tool, from checked arguments to an answer."""
