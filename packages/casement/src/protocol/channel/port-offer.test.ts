import { afterEach, expect, test } from 'vitest'
import { PORT_CAPABILITY } from '../constants.ts'
import { memoryChannels } from './memory-channel.ts'
import { acceptPorts, offerPorts } from './port-offer.ts'
import type { MessageInlet, WindowMessage } from './window-channel.ts'

const opened: MessagePort[] = []
afterEach(() => {
  for (const port of opened.splice(0)) port.close()
})

/** A port to offer. */
function newPort(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  opened.push(port1, port2)
  return port2
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const RELAY = { parent: 'the host' }
const INSIDE = { parent: RELAY }
const initialize = (offer?: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'ui/initialize',
  params: { appCapabilities: { ...(offer && { experimental: { [PORT_CAPABILITY]: { offer } } }), tools: {} } },
})
const response = (experimental: object) => ({
  jsonrpc: '2.0',
  id: 1,
  result: { hostCapabilities: { experimental, logging: {} } },
})

/** The host's end of a relayed connection, and the page that it listens to. */
function host() {
  const listeners = new Set<(event: WindowMessage) => void>()
  const self: MessageInlet = {
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  }
  const [near, far] = memoryChannels()
  const channel = acceptPorts(near, RELAY, self)
  const received: (readonly MessagePort[] | undefined)[] = []
  const sent: unknown[] = []
  channel.listen((_message, ports) => received.push(ports))
  far.listen((message) => sent.push(message))
  const offer = (source: unknown, name: string, port = newPort(), method = 'dev.casement/port-offer'): MessagePort => {
    const event = { source, origin: 'null', data: { jsonrpc: '2.0', method, params: { name } }, ports: [port] }
    for (const listener of listeners) listener(event)
    return port
  }
  return { channel, far, received, sent, offer, listeners }
}

test('an offer from a frame inside the relay is added to the request that names it, and named in the response', async () => {
  const { channel, far, received, sent, offer } = host()
  const port = offer(INSIDE, 'a')
  far.post(initialize('a'))
  await settled()
  expect(received).toEqual([[port]])
  channel.post(response({ [PORT_CAPABILITY]: {}, other: { x: 1 } }))
  await settled()
  expect(sent).toEqual([response({ [PORT_CAPABILITY]: { offer: 'a' }, other: { x: 1 } })])
})

test('also where the relay passes on JSON text', async () => {
  const { far, received, offer } = host()
  const port = offer(INSIDE, 'a')
  far.post(JSON.stringify(initialize('a')))
  await settled()
  expect(received).toEqual([[port]])
})

test('a response that accepts no port names none', async () => {
  const { channel, far, sent, offer } = host()
  offer(INSIDE, 'a')
  far.post(initialize('a'))
  await settled()
  channel.post(response({}))
  await settled()
  expect(sent).toEqual([response({})])
})

test.for<[string, source: unknown, name: string, asked: string | undefined, method?: string]>([
  ['the relay itself', RELAY, 'a', 'a'],
  ['a frame beside the relay', { parent: 'the host' }, 'a', 'a'],
  ['a frame inside the View', { parent: INSIDE }, 'a', 'a'],
  ['a window that is gone', null, 'a', 'a'],
  ['a frame that does not know the name', INSIDE, 'b', 'a'],
  ['a frame whose View names none', INSIDE, 'undefined', undefined],
  ['another message', INSIDE, 'a', 'a', 'dev.casement/other'],
])('no port is taken from %s', async ([, source, name, asked, method]) => {
  const { far, received, offer } = host()
  offer(source, name, newPort(), method)
  far.post(initialize(asked))
  await settled()
  expect(received.map((ports) => ports?.length ?? 0)).toEqual([0])
})

test('a name counts once', async () => {
  const { far, received, offer } = host()
  const port = offer(INSIDE, 'a')
  far.post(initialize('a'))
  far.post(initialize('a'))
  await settled()
  expect(received).toEqual([[port], undefined])
})

test('only so many offers are kept, and all are closed with the channel', async () => {
  const { channel, far, received, offer, listeners } = host()
  for (let n = 0; n < 8; n++) offer(INSIDE, String(n))
  offer(INSIDE, 'too many')
  far.post(initialize('too many'))
  await settled()
  expect(received).toEqual([undefined])
  channel.close()
  expect(listeners.size).toBe(0)
})

test('a View offers a port to the window above its parent, with the handshake only', async () => {
  const offers: [message: unknown, ports: number][] = []
  const above = {
    postMessage: (message: unknown, _to: string, ports: Transferable[] = []) => void offers.push([message, ports.length]),
  }
  const parent = { parent: above, postMessage: () => {} }
  const [near, far] = memoryChannels()
  const sent: unknown[] = []
  far.listen((message) => sent.push(message))
  const channel = offerPorts(near, parent)
  channel.post(initialize(), [newPort()])
  channel.post({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: {} })
  await settled()
  const nameOf = (index: number): string => (offers[index] as [{ params: { name: string } }, number])[0].params.name
  const name = nameOf(0)
  expect(offers.map(([, ports]) => ports)).toEqual([1])
  expect(sent).toMatchObject([initialize(name), { method: 'tools/call' }])
  expect(channel.acceptedPort({ offer: 'another' })).toBeUndefined()
  channel.post(initialize(), [newPort()])
  const second = nameOf(1)
  const port = channel.acceptedPort({ offer: second })
  if (port) opened.push(port)
  expect([second === name, port instanceof MessagePort]).toEqual([false, true])
})

test('a View whose parent is the top window offers nothing', () => {
  const parent: { postMessage(): void; parent?: unknown } = { postMessage: () => {} }
  parent.parent = parent
  const [near, far] = memoryChannels()
  const sent: unknown[] = []
  far.listen((message) => sent.push(message))
  offerPorts(near, parent).post(initialize(), [newPort()])
  return settled().then(() => expect(sent).toEqual([initialize()]))
})
