"""What does a person or a program reach over HTTP and MCP? Pages, REST, a chat endpoint, tools; all through one desk."""
