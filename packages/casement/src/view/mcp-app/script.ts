import { McpApp } from './mcp-app.ts'

;(globalThis as { McpApp?: typeof McpApp }).McpApp = McpApp
