import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fetchListener, type NodeListener, toNodeListener } from './node-listener.ts'
import { serveSandbox } from './serve-sandbox.ts'

const servers: Server[] = []
const listen = async (listener: NodeListener): Promise<number> => {
  const server = createServer((request, response) => listener(request, response))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

// Node's own fetch cannot set a Host header, and names below localhost do not resolve on every machine.
const ask = (
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }> =>
  new Promise((resolve, reject) => {
    const { host, port, pathname } = new URL(url)
    get({ host: '127.0.0.1', port, path: pathname, headers: { host, ...headers } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    }).on('error', reject)
  })

test('one port serves the proxy, the apps, the tickets and the host page, each at its own name', async () => {
  const served = await serveSandbox({ page: () => new Response('the host page') })
  try {
    const response = await fetch(served.mintUrl.replace('casement.localhost', '127.0.0.1'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: served.hostOrigin },
      body: JSON.stringify({ app: 'a', html: '<p>hello' }),
    })
    // Not under its own name: the ticket endpoint is for the page at casement.localhost.
    expect(response.status).toBe(200)
    const ticket = (await response.json()) as { viewUrl: string; proxyUrl: string }
    const [view, proxy, page, lost] = await Promise.all([
      ask(ticket.viewUrl),
      ask(ticket.proxyUrl),
      ask(served.hostOrigin),
      ask(ticket.viewUrl.replace('/view/', '/other/')),
    ])
    expect([view.status, proxy.status, page.status, lost.status]).toEqual([200, 200, 200, 404])
    expect(view.text).toContain('<p>hello')
    expect(view.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.text).toBe('the host page')
  } finally {
    await served.close()
  }
})

test('a request for somebody else goes to the next handler, or is told that this is the wrong server', async () => {
  const listener = toNodeListener({ handles: () => false, fetch: () => Promise.reject(new Error('not asked')) })
  expect((await ask(`http://x.localhost:${await listen(listener)}/`)).status).toBe(421)
  const next = await listen((request, response) => listener(request, response, () => response.end('next')))
  expect((await ask(`http://x.localhost:${next}/`)).text).toBe('next')
})

test('a body arrives, a failure is a 500, and a stream ends with its reader', async () => {
  const echo = await listen(fetchListener(async (request) => new Response((await request.text()).toUpperCase())))
  expect(await (await fetch(`http://127.0.0.1:${echo}/`, { method: 'POST', body: 'hello' })).text()).toBe('HELLO')
  const broken = await listen(fetchListener(() => Promise.reject(new Error('no'))))
  expect((await fetch(`http://127.0.0.1:${broken}/`)).status).toBe(500)
  let stopped: (() => void) | undefined
  const stop = new Promise<void>((resolve) => (stopped = resolve))
  const body = (): ReadableStream =>
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
      cancel: () => stopped?.(),
    })
  const stream = await listen(fetchListener(() => new Response(body())))
  const reader = (await fetch(`http://127.0.0.1:${stream}/`)).body?.getReader()
  await reader?.read()
  await reader?.cancel()
  await stop
})
