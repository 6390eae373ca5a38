/**
 * `casement/server/auth`: an MCP server as an OAuth 2.1 resource server. Pass the return value of `oauthResource` as `auth` to `serve` or
 * `createAppHandler`. Tokens are verified with `jose`, which you install.
 * @module
 */
export { oauthResource, type AccessToken, type OAuthResourceOptions } from './oauth-resource.ts'
