import { McpApp } from './mcp-app.ts'

Object.assign(globalThis, { McpApp })
