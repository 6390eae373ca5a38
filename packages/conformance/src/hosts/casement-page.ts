import type * as casement from 'casement/host'
import type { makeServer, PageResource } from './mcp-servers.ts'
import type { AttackPage, Recorder } from './recorder.ts'

/** What the page is told about its scene. */
export interface CasementScene {
  readonly run: string
  readonly attacker: PageResource
  readonly victim?: string | undefined
  readonly secret: string
  readonly mintUrl: string
}

/**
 * A host page on `casement/host`, as anybody would write it, with a user who says yes to every question. It is sent to the
 * browser as text, so it uses nothing from outside itself.
 */
export function runCasementPage(
  scene: CasementScene,
  serve: typeof makeServer,
  { mountApp, mintingSandbox }: typeof casement,
): void {
  const { recorder } = window as unknown as { recorder: Recorder }
  const { seen } = recorder
  const sandbox = mintingSandbox(scene.mintUrl)
  document.cookie = `host-secret=${scene.secret}`
  document.querySelector<HTMLInputElement>('#composer')?.focus()

  const mount = (place: string, resource: PageResource): casement.MountedApp => {
    const server = serve(place, resource, scene.secret, seen)
    const mounted = mountApp(document.querySelector(`#${place}`) as HTMLElement, {
      client: server,
      tool: { name: 'show', inputSchema: { type: 'object' }, _meta: { ui: { resourceUri: `ui://${place}/view` } } },
      app: `https://${place}.example/${scene.run}`,
      sandbox,
      input: {},
      result: { content: [{ type: 'text', text: 'for this View' }] },
      policies: { consent: { ask: async () => true } },
      bridge: { ownsTool: ({ name }) => name !== 'transfer', ownsResource: (uri) => uri.startsWith(`ui://${place}/`) },
      handlers: {
        onopenlink: ({ url }) => {
          seen.links.push(url)
          return {}
        },
        ondownloadfile: (_, { fileNames }) => {
          seen.files.push(...fileNames)
          return {}
        },
        onmessage: () => {
          seen.chats++
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
  const startAttack = (): void => {
    attacker = mount('attacker', scene.attacker)
  }
  Object.assign(window, { attackPage: page, startAttack })
  if (scene.victim) mount('victim', { html: scene.victim })
  else startAttack()
}
