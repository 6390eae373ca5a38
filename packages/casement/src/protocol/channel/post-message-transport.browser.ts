import { afterEach, expect, test, vi } from 'vitest'
import { PostMessageTransport } from './post-message-transport.ts'

const frames: HTMLIFrameElement[] = []
afterEach(() => {
  for (const frame of frames.splice(0)) frame.remove()
})

/** A frame of an opaque origin that runs a script once it receives "go". */
async function addFrame(script: string): Promise<Window> {
  const frame = document.createElement('iframe')
  frame.sandbox.add('allow-scripts')
  frame.srcdoc = `<script>addEventListener('message', (event) => { ${script} })</script>`
  frames.push(frame)
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  document.body.append(frame)
  await loaded
  return frame.contentWindow as Window
}

const ECHO = `parent.postMessage({ jsonrpc: '2.0', id: event.data.id, result: { echo: event.data } }, '*')`
const request = (id: number): object => ({ jsonrpc: '2.0', id, method: 'ping' })

/** The next thing a transport says. */
const next = (transport: PostMessageTransport): Promise<unknown> =>
  new Promise((resolve) => {
    transport.onmessage = resolve
    transport.onerror = resolve
  })

test('sends and hears, closes with onclose, and can be started again', async () => {
  const frame = await addFrame(ECHO)
  const transport = new PostMessageTransport(frame, frame)
  await transport.start()
  const first = next(transport)
  await transport.send(request(1))
  expect(await first).toMatchObject({ id: 1, result: { echo: { method: 'ping' } } })
  let closes = 0
  transport.onclose = () => closes++
  await transport.close()
  expect(closes).toBe(1)
  await transport.start()
  const second = next(transport)
  await transport.send(request(2))
  expect(await second).toMatchObject({ id: 2 })
  await transport.close()
})

test('hears only its source, passes over what is not JSON-RPC, and calls onerror for what is broken (R-107)', async () => {
  const frame = await addFrame(`
    parent.postMessage('noise', '*')
    parent.postMessage({ type: 'noise' }, '*')
    parent.postMessage({ jsonrpc: '2.0', id: {}, method: 'm' }, '*')
  `)
  const impostor = await addFrame(ECHO)
  const transport = new PostMessageTransport(frame, frame)
  const heard = next(transport)
  await transport.start()
  const forged = new Promise((resolve) => addEventListener('message', resolve, { once: true }))
  impostor.postMessage(request(1), /* opaque: a sandboxed frame */ '*')
  await forged
  await transport.send(request(2))
  expect(await heard).toMatchObject({ code: 'INVALID_MESSAGE' })
  await transport.close()
})

test('posts to the parent where no target is given', async () => {
  const transport = new PostMessageTransport(undefined, window.parent)
  const spied: unknown[] = []
  const spy = vi.spyOn(window.parent, 'postMessage').mockImplementation((message: unknown) => void spied.push(message))
  await transport.send(request(3))
  spy.mockRestore()
  expect(spied).toEqual([request(3)])
  await transport.close()
})
