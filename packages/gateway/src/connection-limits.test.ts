import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { limitConnections, type ConnectionLimits } from './connection-limits.ts'
import { listen, type Listener } from './listen.ts'
import { ask } from './test-support/ask.ts'

async function open(port: number, text = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  if (text) socket.write(text)
  return socket
}

async function startListener(): Promise<Listener> {
  const listener = await listen({ port: 0, hostname: '127.0.0.1', handle: (_, response) => void response.end('here') })
  onTestFinished(() => listener.close(0))
  return listener
}

test.each([
  ['on which nothing is sent', ''],
  ['whose headers never end', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: '],
  ['whose body never ends', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{'],
])('1,200 connections %s keep nobody out', async (_, text) => {
  const { port } = await startListener()
  const sockets = await Promise.all(Array.from({ length: 1200 }, () => open(port, text)))
  const replies = await Promise.all(Array.from({ length: 10 }, () => ask(port, '/')))
  expect(replies.map(({ text: said }) => said)).toEqual(Array.from({ length: 10 }, () => 'here'))
  expect(sockets).toHaveLength(1200)
})

test('a connection that sends nothing is closed after the timeout', { timeout: 30_000 }, async () => {
  const { port } = await startListener()
  const start = performance.now()
  const sockets = [await open(port), await open(port, 'GET / HTTP/1.1\r\nHost: a\r\n')]
  await Promise.all(sockets.map((socket) => (socket.resume(), once(socket, 'close'))))
  expect(performance.now() - start).toBeLessThan(20_000)
})

/** A server with its own limits, and requests that it never responds to. */
async function startLimited(limits: ConnectionLimits): Promise<{ port: number; slow: () => number }> {
  let slow = 0
  const server: Server = createServer((request, response) => {
    if (request.url === '/fast') response.end('here')
    else slow++
  })
  limitConnections(server, limits)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, slow: () => slow }
}

test('a request in progress keeps its connection, and there is no room beyond the total', async () => {
  const { port, slow } = await startLimited({ total: 3, perAddress: 1, isShared: () => false })
  const openSlow = (): Promise<Socket> => open(port, 'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  const busy = [await openSlow(), await openSlow()]
  await expect.poll(slow).toBe(2)
  const idle = await open(port)
  const idleGone = once(idle, 'close')
  expect((await ask(port, '/fast')).text).toBe('here')
  await idleGone
  expect(busy.map(({ destroyed }) => destroyed)).toEqual([false, false])
  await openSlow()
  await expect.poll(slow).toBe(3)
  await expect(ask(port, '/fast')).rejects.toThrow(/ECONNRESET|hang up/)
})
