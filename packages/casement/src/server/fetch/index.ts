/**
 * `casement/server/fetch`: an app as a function from `Request` to `Response`, for workerd, Deno, Bun, Next and Hono. It keeps no state
 * between requests, supports clients of every MCP revision, and uses no built-in modules of Node.
 * @module
 */
export { createAppHandler, type AppHandler, type AppHandlerOptions } from './app-handler.ts'
