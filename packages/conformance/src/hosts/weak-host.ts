import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AttackedHost, hostHtml, type HostileResource, type Scene } from './attacked-host.ts'
import { makeServer } from './mcp-servers.ts'
import { installRecorder } from './recorder.ts'
import { runWeakPage, runWeakProxy, type WeakScene } from './weak-page.ts'

const EVERYTHING =
  'camera; microphone; geolocation; clipboard-read; clipboard-write; fullscreen; display-capture; midi; payment; publickey-credentials-get; identity-credentials-get; screen-wake-lock; idle-detection; local-fonts; window-management; deferred-fetch; local-network-access; loopback-network; storage-access'

/**
 * A host that is deliberately weak, so that each attack can be seen to succeed: one origin for host, proxy and every View, no
 * policy (or one glued together from whatever a resource declares), no sandbox attribute, and a bridge without a gate.
 */
export async function startWeakHost(): Promise<AttackedHost> {
  const scenes = new Map<string, Scene>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://weak.localhost')
    const [, place = '', id = '', who = ''] = url.pathname.split('/')
    const scene = scenes.get(id)
    if (place === 'stolen') asked.push(url.pathname)
    if (place === 'host' && scene) return html(response, hostPage(id, scene, port))
    if (place === 'proxy')
      return html(
        response,
        `<!doctype html><style>html,body,iframe{border:0;margin:0;width:100%;height:100%;display:block}</style><body><script>(${runWeakProxy.toString()})()</script>`,
      )
    if (place === 'view' && scene) return view(request, response, scene, who)
    if (place === 'blank') return html(response, '<!doctype html>')
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Access-Control-Allow-Origin': '*' }).end('weak')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://weak.localhost:${port}`
  return {
    name: 'weakened',
    origin,
    stage(id, scene) {
      scenes.set(id, scene)
      return `${origin}/host/${id}`
    },
    stolen: (id) => asked.filter((path) => path.startsWith(`/stolen/${id}`)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function hostPage(id: string, scene: Scene, port: number): string {
  const { permissions, domain, mimeType = '' } = scene.attacker
  const place = typeof domain === 'string' ? `http://${domain}:${port}` : ''
  const told: WeakScene = {
    attacker: `${place}/view/${id}/attacker`,
    victim: scene.victim === undefined ? undefined : `/view/${id}/victim`,
    next: scene.next,
    secret: scene.secret,
    remoteDom: mimeType.includes('remote-dom') ? scene.attacker.html : undefined,
    asks: scene.asks,
    // Names from the metadata, straight into the attribute.
    allow: permissions ? Object.keys(permissions).join('; ') : EVERYTHING,
  }
  // A "<" in the data must not end the script that carries it.
  const data = JSON.stringify(told).replaceAll('<', '\\u003c')
  return hostHtml(
    `<script>(${installRecorder.toString()})(); (${runWeakPage.toString()})(${data}, ${makeServer.toString()})</script>`,
  )
}

// A request for a worker's script gets the same bytes under the type that it wants: that is how a View becomes a service worker.
function view(request: IncomingMessage, response: ServerResponse, scene: Scene, who: string): void {
  const wanted = request.headers['sec-fetch-dest']
  const text = who === 'victim' ? (scene.victim ?? '') : scene.attacker.html
  if (wanted === 'serviceworker' || wanted === 'sharedworker' || wanted === 'worker' || wanted === 'script')
    response.writeHead(200, { 'Content-Type': 'text/javascript', 'Service-Worker-Allowed': '/' }).end(text)
  else
    html(response, text, scene.naivePolicy && who !== 'victim' ? { 'Content-Security-Policy': naivePolicy(scene.attacker) } : {})
}

/** The policy of a host that trusts the strings of a resource. */
function naivePolicy({ csp }: HostileResource): string {
  const list = (name: string): string => {
    const value = (csp as Record<string, unknown> | undefined)?.[name]
    return Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : ''
  }
  const policy = `default-src 'none'; script-src 'unsafe-inline' ${list('resourceDomains')}; img-src data: ${list('resourceDomains')}; style-src 'unsafe-inline' ${list('resourceDomains')}; connect-src ${list('connectDomains')}; frame-src ${list('frameDomains')}; base-uri ${list('baseUriDomains')}`
  // A header cannot contain a line break, so it is replaced with a space.
  return policy.replaceAll(/[^\x20-\x7e]/g, ' ')
}

function html(response: ServerResponse, text: string, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', ...headers }).end(text)
}
