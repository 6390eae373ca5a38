/** A project that uses the library in one role. */
export interface ConsumerRole {
  readonly name: string
  /** A small program in one role. It prints something when it runs. */
  readonly code: string
  readonly prints: string
  /** Standard library of its world. */
  readonly lib: readonly string[]
  /** Folders of the library that must not be in its bundle. */
  readonly without: readonly RegExp[]
}

/** One for each role that the library has. */
export const ROLES: readonly ConsumerRole[] = [
  {
    name: 'a View',
    code: `
      import { App } from 'casement/view'
      const app = new App({ name: 'weather', version: '1.0.0' })
      app.ontoolresult = (result) => console.log(result.structuredContent)
      console.log(app instanceof App)`,
    prints: 'true',
    lib: ['es2023', 'dom'],
    without: [/dist\/(?!view\/|protocol\/)/, /protocol\/(schemas|policy|json-stream)\//],
  },
  {
    name: 'a host',
    code: `
      import { mintingSandbox, mountApp, type MountedApp } from 'casement/host'
      const client = { callTool: async () => ({ content: [] }) }
      export const show = (container: HTMLElement): MountedApp =>
        mountApp(container, { client, tool: { name: 'weather' }, sandbox: mintingSandbox('/casement/mint') })
      console.log(typeof show)`,
    prints: 'function',
    lib: ['es2023', 'dom'],
    // The past is there for the one View that needs it; bundlers that split make it a chunk of its own.
    without: [/dist\/(?!host\/|protocol\/|legacy\/)/, /host\/(element|react)\/|legacy\/server\//],
  },
  {
    name: 'a sandbox',
    code: `
      import { createSandboxHandler } from 'casement/sandbox'
      console.log(typeof createSandboxHandler)`,
    prints: 'function',
    lib: ['es2023', 'webworker'],
    without: [/dist\/(?!sandbox\/|protocol\/)/, /sandbox\/node\//],
  },
  {
    name: 'a server',
    code: `
      import { defineApp, registerAppTool, result, tool } from 'casement/server'
      export const app = defineApp({
        name: 'weather',
        version: '1.0.0',
        tools: { forecast: tool({ run: (_, { signal }) => result({ view: { late: signal.aborted } }) }) },
      })
      console.log(typeof registerAppTool, app.name)`,
    prints: 'function weather',
    lib: ['es2023', 'webworker'],
    without: [/dist\/(?!server\/|protocol\/)/],
  },
  {
    name: 'the protocol',
    code: `
      import { createPeer } from 'casement/protocol'
      console.log(typeof createPeer)`,
    prints: 'function',
    lib: ['es2023', 'webworker'],
    without: [/dist\/(?!protocol\/)/, /protocol\/(schemas|policy|json-stream)\//],
  },
]
