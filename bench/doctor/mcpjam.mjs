import { serverOf, serveHttp } from './run-doctor.mjs'

/** @typedef {Pick<import('./app-parts.mjs').Case, 'name' | 'transport'>} Which */

/** How MCPJam is installed for a run: it brings 70 MB that nothing else here needs. */
export const MCPJAM =
  '`MCPAppsConformanceTest` of `@mcpjam/sdk`, counted when it complains of anything at all (`npm i --no-save @mcpjam/sdk@1.14.0 @modelcontextprotocol/client@2.0.0-alpha.2` beside this file; left out where it is not installed)'

/** MCPJam's checks, where they are installed. @returns {Promise<((which: Which) => Promise<boolean>) | undefined>} whether they find anything at all */
export async function mcpjam() {
  const name = '@mcpjam/sdk'
  /** @type {any} */
  const sdk = await import(name).catch(() => undefined)
  if (!sdk) return undefined
  return async (which) => {
    const served = which.transport === 'http' ? await serveHttp(which.name) : undefined
    try {
      const test = new sdk.MCPAppsConformanceTest(served ? { url: served.address } : serverOf(which.name))
      const { checks } = await test.run()
      return checks.some((/** @type {any} */ { status, warnings }) => status === 'failed' || warnings?.length > 0)
    } catch {
      // It could not look, and says so.
      return true
    } finally {
      served?.close()
    }
  }
}
