import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { type Canary, openCanary } from './canary.ts'

let canary: Canary
afterEach(() => canary.close())
const seen = (): string[] => canary.hits.map(({ by, what }) => `${by} ${what}`)

test('sees a request, and answers so that nothing but a policy could have stopped it', async () => {
  canary = await openCanary()
  const response = await fetch(`${canary.origin}/x.js?secret`)
  expect(seen()).toEqual(['tcp connection', 'http GET /x.js?secret'])
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('content-type')).toBe('text/javascript')
})

test('sees a connection on which nothing is said', async () => {
  canary = await openCanary()
  const socket = connect(canary.port, '127.0.0.1')
  await vi.waitUntil(() => canary.hits.length > 0)
  expect(seen()).toEqual(['tcp connection'])
  socket.destroy()
})

test('sees a datagram', async () => {
  canary = await openCanary()
  const socket = createSocket('udp4')
  socket.send('12345', canary.port, '127.0.0.1')
  await vi.waitUntil(() => canary.hits.length > 0)
  expect(seen()).toEqual(['udp 5 bytes'])
  socket.close()
})

test('sees the handshake of a socket', async () => {
  canary = await openCanary()
  const socket = connect(canary.port, '127.0.0.1')
  socket.write('GET /s HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await vi.waitUntil(() => canary.hits.length > 1)
  expect(seen()).toEqual(['tcp connection', 'upgrade /s'])
  socket.destroy()
})

test('takes the socket of a browser and closes it, because refusals would make the browser hold back those that come after', async () => {
  canary = await openCanary()
  const socket = connect(canary.port, '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')))
  socket.write(
    'GET /s HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await once(socket, 'end')
  // The key and its answer are the example of RFC 6455.
  expect(heard).toMatch(/^HTTP\/1\.1 101 [^]*\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=\r\n\r\n\u0088\0$/)
})

test('serves what an attack has prepared, detours among it', async () => {
  canary = await openCanary((origin) => ({ '/go': { redirect: `${origin}/there` }, '/there': { type: 'text/css', body: 'a{}' } }))
  const response = await fetch(`${canary.origin}/go`)
  expect(await response.text()).toBe('a{}')
})
