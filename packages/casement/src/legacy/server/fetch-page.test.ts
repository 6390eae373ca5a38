import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { fetchPage, type FetchPageOptions } from './fetch-page.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(answer: RequestListener, host = '127.0.0.2'): Promise<{ port: number; requests: string[] }> {
  const requests: string[] = []
  const server: Server = createServer((request, response) => {
    requests.push(`${request.headers.host} ${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => void server.listen(0, host, resolve))
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => void server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port, requests }
}

/** A DNS server on loopback whose answer to each question is the next of the list. */
async function serveNames(
  answers: readonly string[],
): Promise<{ resolve: (name: string) => Promise<string[]>; asked: () => number }> {
  const socket = createSocket('udp4')
  let asked = 0
  socket.on('message', (query, { port, address }) => {
    const ip = answers[Math.min(asked++, answers.length - 1)] ?? ''
    // The question is repeated; the answer points at its name, with a time to live of zero.
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...ip.split('.').map(Number)])
    socket.send(Buffer.concat([header, question, record]), port, address)
  })
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve))
  closing.push(() => new Promise<void>((resolve) => void socket.close(resolve)))
  // Asked once: whoever asks again because the answer is late would be counted twice.
  const resolver = new Resolver({ timeout: 60_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return { resolve: (name) => resolver.resolve4(name), asked: () => asked }
}

const html: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end('<h1>Grüezi</h1>')
}

// One address of loopback plays the public web, the others stay what they are.
const stage: FetchPageOptions = { allowAddress: (address) => address === '127.0.0.2' }

describe('a page from elsewhere', () => {
  test('is fetched with the address it ended at', async () => {
    const { port } = await serve((request, response) => {
      if (request.url === '/old') return response.writeHead(302, { location: '/new?x=1' }).end()
      return html(request, response)
    })
    const page = await fetchPage(`http://127.0.0.2:${port}/old`, stage)
    expect(page).toEqual({ html: '<h1>Grüezi</h1>', url: `http://127.0.0.2:${port}/new?x=1` })
  })

  test('is decoded as its server says', async () => {
    const { port } = await serve((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=iso-8859-1')
      response.end(Buffer.from([0x47, 0x72, 0xfc, 0x65, 0x7a, 0x69]))
    })
    expect((await fetchPage(`http://127.0.0.2:${port}/`, stage)).html).toBe('Grüezi')
  })

  test('is not asked for at loopback: no request leaves', async () => {
    const secret = await serve(html, '127.0.0.1')
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', 'localhost', '[::ffff:127.0.0.1]'])
      await expect(fetchPage(`http://${host}:${secret.port}/`)).rejects.toMatchObject({ code: 'DENIED' })
    expect(secret.requests).toEqual([])
  })

  test('is not fetched through a redirect to a private address, in any hop', async () => {
    const secret = await serve(html, '127.0.0.1')
    const { port } = await serve((request, response) => {
      const location = request.url === '/a' ? '/b' : `http://0x7f000001:${secret.port}/secret`
      response.writeHead(307, { location }).end()
    })
    await expect(fetchPage(`http://127.0.0.2:${port}/a`, stage)).rejects.toMatchObject({ code: 'DENIED' })
    expect(secret.requests).toEqual([])
  })

  test.each(['file:///etc/passwd', 'gopher://127.0.0.2/'])('does not follow a redirect to %s', async (location) => {
    const { port } = await serve((_request, response) => response.writeHead(301, { location }).end())
    await expect(fetchPage(`http://127.0.0.2:${port}/`, stage)).rejects.toMatchObject({ code: 'DENIED' })
  })
})

describe('a name that is rebound', () => {
  test('connects to the checked address, after resolving the name once', async () => {
    const names = await serveNames(['127.0.0.2', '127.0.0.1'])
    const { port, requests } = await serve(html)
    const page = await fetchPage(`http://rebind.example:${port}/`, { ...stage, resolve: names.resolve })
    expect(page.html).toContain('Grüezi')
    expect(requests).toEqual([`rebind.example:${port} /`])
    expect(names.asked()).toBe(1)
  })

  test('is refused at the next hop, when it then points into the machine', async () => {
    const names = await serveNames(['127.0.0.2', '127.0.0.1'])
    const outside = await serve((_request, response) => response.writeHead(302, { location: '/again' }).end())
    const inside = await serve(html, '127.0.0.1')
    const fetching = fetchPage(`http://rebind.example:${outside.port}/`, { ...stage, resolve: names.resolve })
    await expect(fetching).rejects.toMatchObject({ code: 'DENIED' })
    expect(names.asked()).toBe(2)
    expect(outside.requests).toHaveLength(1)
    expect(inside.requests).toEqual([])
  })

  test('is refused when it points into the machine at once', async () => {
    const names = await serveNames(['127.0.0.1'])
    const inside = await serve(html, '127.0.0.1')
    await expect(fetchPage(`http://rebind.example:${inside.port}/`, { resolve: names.resolve })).rejects.toMatchObject({
      code: 'DENIED',
    })
    expect(inside.requests).toEqual([])
  })
})

describe('limits', () => {
  test('on time: a server that never finishes', async () => {
    const { port } = await serve((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.write('<p>and')
    })
    const slow = fetchPage(`http://127.0.0.2:${port}/`, { ...stage, timeout: 100 })
    await expect(slow).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  test('on size: a server that never stops', async () => {
    const { port } = await serve((_request, response) => {
      response.setHeader('content-type', 'text/html')
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    })
    await expect(fetchPage(`http://127.0.0.2:${port}/`, { ...stage, maxBytes: 200_000 })).rejects.toThrow('longer than 200000')
  })

  test('on redirects: a server that sends in circles', async () => {
    const { port, requests } = await serve((_request, response) => response.writeHead(302, { location: '/' }).end())
    await expect(fetchPage(`http://127.0.0.2:${port}/`, { ...stage, maxRedirects: 3 })).rejects.toThrow('more than 3 times')
    expect(requests).toHaveLength(4)
  })

  test.each([
    ['what is no HTML', { 'content-type': 'application/json' }, 200],
    ['what has no type', {}, 200],
    ['what is compressed', { 'content-type': 'text/html', 'content-encoding': 'gzip' }, 200],
    ['a failure', { 'content-type': 'text/html' }, 404],
    ['an unknown charset', { 'content-type': 'text/html; charset=klingon' }, 200],
  ])('on content: %s is refused', async (_what, headers, status) => {
    const { port } = await serve((_request, response) => response.writeHead(status, headers).end('hello'))
    await expect(fetchPage(`http://127.0.0.2:${port}/`, stage)).rejects.toMatchObject({ code: 'REMOTE' })
  })

  test('of the caller: an abort ends it', async () => {
    const { port } = await serve(() => {})
    const aborting = new AbortController()
    const waiting = fetchPage(`http://127.0.0.2:${port}/`, { ...stage, signal: aborting.signal })
    aborting.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'REMOTE' })
  })
})
