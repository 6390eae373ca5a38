import type * as casement from 'casement/host'
import type { makeServer, PageResource } from './mcp-servers.ts'
import type { AttackPage, Recorder } from './recorder.ts'

/** The scene of the page. */
export interface CasementScene {
  readonly run: string
  readonly attacker: PageResource
  readonly victim?: string | undefined
  readonly next?: string | undefined
  readonly secret: string
  readonly mintUrl: string
  readonly asks?: { readonly agrees: boolean } | undefined
  /** Whether the proxy of the hostile View was opened ahead of time. */
  readonly prewarmed: boolean
  /** Whether the lazy chunk is missing: then the host's own dialogs are used, which are in it. */
  readonly chunkMissing: boolean
}

/**
 * A typical host page on `casement/host`, with a user who allows everything. It is sent to the browser as text, so it uses only
 * its own code.
 */
export function runCasementPage(
  scene: CasementScene,
  serve: typeof makeServer,
  { createFramePool, createModelContext, mintingSandbox, mountApp, prefetchResources }: typeof casement,
): void {
  const { recorder } = window as unknown as { recorder: Recorder }
  const { seen } = recorder
  const sandbox = mintingSandbox(scene.mintUrl)
  document.cookie = `host-secret=${scene.secret}`
  document.querySelector<HTMLInputElement>('#composer')?.focus()
  if (scene.asks) recorder.watchDialogs(scene.asks.agrees)
  const modelContext = createModelContext()
  modelContext.subscribe(() => {
    const text = modelContext.toContent().flatMap((block) => (block.type === 'text' ? [block.text] : []))
    const code = /\S+(?=\]$)/.exec(text.at(-1) ?? '')?.[0] ?? ''
    seen.context = { text: text.join('\n'), heading: new RegExp(`\\[context ${code}\\] From the app (".*?")`, 'g') }
  })

  const appAt = (place: string): Pick<casement.MountOptions, 'tool'> & { readonly app: string } => ({
    app: `https://${place === 'next' ? 'attacker' : place}.example/${scene.run}`,
    tool: { name: 'show', inputSchema: { type: 'object' }, _meta: { ui: { resourceUri: `ui://${place}/view` } } },
  })
  const mount = (place: string, client: casement.McpClientLike, pool?: casement.FramePool): casement.MountedApp => {
    const mounted = mountApp(document.querySelector(`#${place}`) as HTMLElement, {
      client,
      ...appAt(place),
      sandbox,
      ...(pool && { pool }),
      input: {},
      result: { content: [{ type: 'text', text: 'for this View' }] },
      ...(!scene.chunkMissing && !scene.asks && { policies: { consent: { ask: async () => true } } }),
      bridge: {
        modelContext,
        ownsTool: ({ name }) => name !== 'transfer',
        ownsResource: (uri) => uri.startsWith(`ui://${place}/`),
      },
      handlers: {
        onopenlink: ({ url }) => {
          seen.links.push(url)
          return {}
        },
        ondownloadfile: (_, { fileNames }) => {
          seen.files.push(...fileNames)
          return {}
        },
        onmessage: (params) => {
          seen.chats++
          seen.sent.push(JSON.stringify(params))
          return {}
        },
        onupdatemodelcontext: (params) => {
          seen.contextBytes += JSON.stringify(params).length
          return {}
        },
      },
      prepare(bridge) {
        bridge.onloggingmessage = () => seen.logs++
      },
    })
    mounted.events.on('diagnosis', ({ code, stage }) => {
      // oxlint-disable-next-line no-console -- how the page speaks to the runner
      console.log(/fetching|minting|proxy/.test(stage) ? 'host:refused' : 'host:lost', place, code)
    })
    return mounted
  }

  let attacker: casement.MountedApp | undefined
  const page: AttackPage = {
    collect: () => recorder.collect(),
    async dispose() {
      await attacker?.dispose()
    },
  }
  const openAhead = async (client: casement.McpClientLike): Promise<casement.FramePool> => {
    const pool = createFramePool()
    const { app, tool } = appAt('attacker')
    for (const { html, csp, permissions, domain } of await prefetchResources(client, [tool])) {
      const resource = { app, html, csp, permissions, domain }
      // A refusal here is repeated and reported by mountApp.
      const ticket = await sandbox.open(resource).catch(() => undefined)
      if (ticket) await pool.warm(ticket)
    }
    return pool
  }
  const startAttack = async (): Promise<void> => {
    const client = serve('attacker', scene.attacker, scene.secret, seen)
    attacker = mount('attacker', client, scene.prewarmed ? await openAhead(client) : undefined)
  }
  const showNext = (): void => void mount('next', serve('next', { html: scene.next ?? '' }, scene.secret, seen))
  Object.assign(window, { attackPage: page, startAttack, showNext })
  if (scene.victim) mount('victim', serve('victim', { html: scene.victim }, scene.secret, seen))
  else void startAttack()
}
