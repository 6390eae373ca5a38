import { launchBrowser, type BrowserName, type LabBrowser, type LabPage } from './lab/browsers.mjs'
import { bundleScript } from './lab/bundle.mjs'
import { pageHtml } from './lab/page-html.mjs'
import { startSite, type Site } from './lab/site.mjs'
import type { Arrival } from './hosts/host-record.ts'

/** A host page that can be asked for. */
export type HostName = 'official-v2' | 'official-v1' | 'mcp-ui'
/** Where the View stands: in the host's own frame, or behind a relay on another origin. */
export type MountName = 'direct' | 'relayed'

/** Where the View is served besides the host's origin, and under which headers. */
export interface ViewServing {
  readonly headers?: Record<string, string>
  readonly nonce?: string
  /** The whole document, in place of a script. */
  readonly html?: string
}

/** A browser and a site with every host page, the relay and a View. */
export interface Stage {
  /** Opens the host page with the View in it. */
  mount(host: HostName, mount: MountName): Promise<LabPage>
  close(): Promise<void>
}

const HOSTS: readonly HostName[] = ['official-v2', 'official-v1', 'mcp-ui']
const script = (path: string): Promise<string> => bundleScript(new URL(path, import.meta.url))

async function buildSite(site: Site, view: string, { headers = {}, nonce, html }: ViewServing): Promise<void> {
  await Promise.all(
    HOSTS.map(async (host) => {
      // Not inline: React's own strings would end the script for the HTML parser.
      const src = site.serve('host', `/${host}.js`, { body: await script(`./hosts/${host}.ts`), type: 'text/javascript' })
      site.serve('host', `/${host}`, { body: pageHtml({ src }) })
    }),
  )
  site.serve('sandbox', '/relay', { body: pageHtml({ script: await script('./hosts/relay.ts') }) })
  const body = html ?? pageHtml({ script: await script(`./views/${view}.ts`), ...(nonce && { nonce }) })
  site.serve('app1', '/view', { body, headers })
  site.serve('host', '/view', { body })
}

/** Sets a stage for one View. Close it in the end. */
export async function openStage(name: BrowserName, view: string, serving: ViewServing = {}): Promise<Stage> {
  const site = await startSite()
  let browser: LabBrowser
  try {
    await buildSite(site, view, serving)
    browser = await launchBrowser(name)
  } catch (error) {
    await site.close()
    throw error
  }
  return {
    mount(host, mount) {
      // A relay is sent the HTML, so the host page must be able to read it: that copy is on its own origin.
      const query = new URLSearchParams({
        mount,
        view: site.url(mount === 'direct' ? 'app1' : 'host', '/view'),
        relay: site.url('sandbox', '/relay'),
      })
      return browser.open(site.url('host', `/${host}?${query}`))
    },
    async close() {
      await browser.close()
      await site.close()
    },
  }
}

/** The messages that the host has received so far. */
export const arrivals = (page: LabPage): Promise<Arrival[]> => page.evaluate<Arrival[]>('window.host.arrivals')

/** An expression: the View has told of this event, and the rest of the condition holds for its latest telling. */
export const told = (event: string, condition = 'true'): string =>
  `window.host?.arrivals.some(({ what, params }) => what === 'log' && params.event === '${event}' && ((detail) => ${condition})(params.detail))`

/** The View's report of an event, each time. */
export function tales(heard: readonly Arrival[], event: string): unknown[] {
  const logs = heard.filter(({ what }) => what === 'log').map(({ params }) => params as { event: string; detail: unknown })
  return logs.filter((log) => log.event === event).map(({ detail }) => detail)
}
