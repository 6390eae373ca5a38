import { readFile } from 'node:fs/promises'
import type { McpClientLike } from '../../host/server/client.ts'
import type { RemoteMethod } from '../render/host-page.ts'
import { serveSandbox, type ServedSandbox } from '../../sandbox/node/serve-sandbox.ts'

/** The functions of the test that the page can call, by name. */
export type Answers = Readonly<Record<string, (params: never) => unknown>>

const SCRIPT = new URL('../host-page.js', import.meta.url)

const page = (script: string): string => `<!doctype html><html lang="en"><meta charset="utf-8"><title>casement/testing</title>
<style>body{margin:0;font:16px system-ui}</style><body><script>${script}</script></body></html>`

/** Serves a host page with its sandbox on loopback, and the functions that it calls. */
export async function serveHostPage(answers: Answers): Promise<ServedSandbox> {
  const html = page(await readFile(SCRIPT, 'utf8'))
  return serveSandbox({
    page: (request) =>
      new URL(request.url).pathname === '/casement/ask'
        ? answer(answers, request)
        : new Response(html, { headers: { 'Content-Type': 'text/html', 'Origin-Agent-Cluster': '?1' } }),
  })
}

async function answer(answers: Answers, request: Request): Promise<Response> {
  const { what, params } = (await request.json()) as { what: string; params: never }
  try {
    return Response.json({ result: (await answers[what]?.(params)) ?? null })
  } catch (error) {
    const { message, code } = error as { message: string; code?: unknown }
    return Response.json({ error: { message, ...(typeof code === 'number' && { code }) } })
  }
}

const METHODS: readonly RemoteMethod[] = [
  'callTool',
  'listTools',
  'readResource',
  'listResources',
  'listResourceTemplates',
  'listPrompts',
]

/** The methods of a client that the page can call. */
export const methodsOf = (client: McpClientLike): RemoteMethod[] => METHODS.filter((method) => client[method] !== undefined)
