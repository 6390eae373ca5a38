import { fileURLToPath } from 'node:url'
import { serveSandbox } from 'casement/sandbox/node'
import { build } from 'esbuild'
import { type AttackedHost, hostHtml, type Scene } from './attacked-host.ts'
import { type CasementScene, runCasementPage } from './casement-page.ts'
import { makeServer } from './mcp-servers.ts'
import { installRecorder } from './recorder.ts'

/** How it is set up. */
export interface CasementHostOptions {
  readonly site?: 'same' | 'other'
  /** Whether the proxies of hostile Views are opened ahead of time, as that of the next View of an app is. */
  readonly prewarmed?: boolean
}

/**
 * A host made of `casement/host` and `casement/sandbox` in their usual set-up. For development both are on one site; in
 * production they should not be, because a View can set cookies for its site.
 */
export async function startCasementHost({ site = 'same', prewarmed = false }: CasementHostOptions = {}): Promise<AttackedHost> {
  const scenes = new Map<string, Scene>()
  const asked: string[] = []
  const [script, scriptWithoutChunk] = await Promise.all([bundleHost(), bundleHost({ chunk: 'missing' })])
  const served = await serveSandbox({
    // The most permissive configuration: every declared domain is granted, so only the sandbox protects.
    allowDomains: () => true,
    page(request) {
      const { pathname } = new URL(request.url)
      const [, place, run = ''] = pathname.split('/')
      if (place === 'stolen') asked.push(pathname)
      if (place === 'casement.js') return scriptResponse(script)
      if (place === 'casement-without-chunk.js') return scriptResponse(scriptWithoutChunk)
      const scene = scenes.get(run)
      return place === 'host' && scene
        ? hostPage({ run, prewarmed, mintUrl: '/casement/mint', ...scene }, served.port)
        : new Response('casement')
    },
  })
  const origin = site === 'same' ? served.hostOrigin : `http://localhost:${served.port}`
  return {
    name: prewarmed ? 'casement, prewarmed' : 'casement',
    origin,
    stage(run, scene) {
      scenes.set(run, scene)
      return `${origin}/host/${run}`
    },
    stolen: (run) => asked.filter((path) => path.startsWith(`/stolen/${run}`)),
    close: () => served.close(),
  }
}

/** As one file: every attack has a profile of its own, and a hundred modules each time would be most of the work. */
async function bundleHost({ chunk }: { chunk?: 'missing' } = {}): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from 'casement/host'`, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    // The URL of the missing chunk serves another file, as after an incomplete deployment.
    external: chunk === 'missing' ? ['*/lazy-chunk.js'] : [],
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

const scriptResponse = (script: string): Response => new Response(script, { headers: { 'Content-Type': 'text/javascript' } })

function hostPage(told: CasementScene, port: number): Response {
  // A "<" in the data must not end the script that carries it.
  const data = JSON.stringify(told).replaceAll('<', '\\u003c')
  const body = hostHtml(`<script>(${installRecorder.toString()})()</script><script type="module">
import * as casement from '${told.chunkMissing ? '/casement-without-chunk.js' : '/casement.js'}'
;(${runCasementPage.toString()})(${data}, ${makeServer.toString()}, casement)</script>`)
  return new Response(body, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Origin-Agent-Cluster': '?1',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Content-Security-Policy': `frame-src http://sandbox.casement.localhost:${port}; object-src 'none'; base-uri 'none'`,
    },
  })
}
