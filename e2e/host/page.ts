import * as host from '../../packages/casement/src/host/index.ts'
import type { Runtime } from '../../packages/casement/src/protocol/runtime.ts'
import * as legacy from '../../packages/casement/src/legacy/index.ts'

/** The steps that the test runs in the page, by name. */
interface TestPage {
  host: typeof host
  legacy: typeof legacy
  client: host.McpClientLike
  sandbox: host.SandboxProvider
  reads: string[]
  mounted: host.MountedApp
  log: [event: string, detail: unknown][]
  /** Deadlines that no machine is too slow for. */
  patient: host.Deadlines
  /** The real clock, except that a wait of so many milliseconds ends as soon as something is so, and not before. */
  endsWhen(ms: number, isSo: () => unknown): Runtime
  mount(tool: string, options?: Partial<host.MountOptions>): Promise<host.MountedApp>
}

const LONG = 200_000
const page = globalThis as unknown as TestPage

async function ask(method: string, params: unknown): Promise<unknown> {
  page.reads.push(method)
  const response = await fetch('/rpc', { method: 'POST', body: JSON.stringify({ method, params }) })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string; code?: number } }
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
  return result
}

page.host = host
page.legacy = legacy
page.reads = []
page.log = []
page.client = {
  callTool: (params) => ask('callTool', params),
  listTools: (params) => ask('listTools', params),
  readResource: (params) => ask('readResource', params),
  listResources: (params) => ask('listResources', params),
}
page.patient = { fetching: LONG, minting: LONG, proxy: LONG, initialize: LONG, initialized: LONG }
page.endsWhen = (special, isSo) => ({
  now: () => performance.now(),
  after(ms, run) {
    if (ms !== special) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    }
    const timer = setInterval(() => {
      if (!isSo()) return
      clearInterval(timer)
      run()
    }, 10)
    return () => clearInterval(timer)
  },
})
page.sandbox = host.mintingSandbox('/casement/mint')
page.mount = async (name, options = {}) => {
  const { tools } = (await ask('listTools', {})) as { tools: host.MountOptions['tool'][] }
  const tool = tools.find((candidate) => candidate.name === name) ?? { name, inputSchema: { type: 'object' } }
  const container = document.querySelector<HTMLElement>('#app')
  if (!container) throw new Error('no #app')
  const mounted = host.mountApp(container, {
    client: page.client,
    tool,
    sandbox: page.sandbox,
    app: 'https://stage.example/mcp',
    deadlines: page.patient,
    ...options,
  })
  for (const event of ['stage', 'diagnosis', 'displaymode', 'size', 'report', 'alive', 'step'] as const)
    mounted.events.on(event, (detail) => page.log.push([event, detail]))
  page.mounted = mounted
  return mounted
}
