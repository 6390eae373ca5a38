/**
 * `@casement/mcp-ui-server`: the names and behaviour of `@mcp-ui/server` 6, for installation under that name by npm alias.
 * @module
 */
export {
  createUIResource,
  type CreateUIResourceOptions,
  type ResourceContentPayload,
  type UIResource,
} from './create-ui-resource.ts'
export * from './shared.ts'
export { postUIActionResult, sendExperimentalRequest } from './widget-messages.ts'
