// The page of a host that shows one or more Views of an example, one below the other.
import * as host from '../../packages/casement/src/host/index.ts'

/** The mounted tool, and the options of the mount. */
interface Showing {
  readonly tool: string
  readonly input?: Record<string, unknown>
  /** Pieces of the arguments as a model would write them; each waits for `next`. */
  readonly pieces?: readonly string[]
  readonly theme?: 'light' | 'dark'
}

interface ExamplePage {
  client: host.McpClientLike
  mounted: host.MountedApp[]
  model: host.ModelContext
  next(): void
  show(showing: Showing): Promise<void>
}

const page = globalThis as unknown as ExamplePage

async function ask(method: string, params: unknown): Promise<never> {
  const response = await fetch('/rpc', { method: 'POST', body: JSON.stringify({ method, params }) })
  const { result, error } = (await response.json()) as { result: never; error?: { message: string; code?: number } }
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
  return result
}

const client: host.McpClientLike = {
  callTool: (params) => ask('callTool', params),
  listTools: (params) => ask('listTools', params),
  readResource: (params) => ask('readResource', params),
  listResources: (params) => ask('listResources', params),
}

const waiting: (() => void)[] = []

async function* written(pieces: readonly string[]): AsyncGenerator<string> {
  for (const piece of pieces) {
    yield piece
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
}

page.client = client
page.mounted = []
page.model = host.createModelContext()
page.next = () => waiting.shift()?.()
page.show = async ({ tool: name, input = {}, pieces, theme = 'light' }) => {
  document.documentElement.dataset['theme'] = theme
  const { tools } = (await ask('listTools', {})) as { tools: host.MountOptions['tool'][] }
  const tool = tools.find((candidate) => candidate.name === name)
  if (!tool) throw new Error(`no tool ${name}`)
  const container = document.body.appendChild(document.createElement('section'))
  const mounted = host.mountApp(container, {
    client,
    tool,
    sandbox: host.mintingSandbox('/casement/mint'),
    app: `https://examples.test/${location.host}`,
    hostContext: { theme, styles: host.hostStylesFrom(document.body) },
    policies: { consent: { ask: async () => true } },
    handlers: { ondownloadfile: () => ({}) },
    bridge: { modelContext: page.model },
    ...(pieces ? { partial: written(pieces) } : { input, result: client.callTool({ name, arguments: input }) as never }),
  })
  page.mounted.push(mounted)
  await mounted.ready
}
