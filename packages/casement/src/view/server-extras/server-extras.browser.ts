import { expect, test, vi } from 'vitest'
import { viewFrame } from '../test-support/view-frame.ts'

const INFO = { name: 'view', version: '1' }
const OPTIONS = { autoResize: false }

test('server extras: what the host can, and a typed "unsupported" for the rest', async () => {
  const { view, host } = await viewFrame('<body>')
  host.handle('tools/call', ({ name, arguments: args }) => ({
    content: [],
    structuredContent: { status: 201, headers: { 'x-tool': name }, text: JSON.stringify(args) },
  }))
  const app = new view.App(INFO, {}, OPTIONS).use(view.serverExtras)
  await app.connect()
  const response = await app.fetch('https://api.example.com/x', { method: 'POST', body: 'hi', headers: { a: 'b' } })
  expect([response.status, response.headers.get('x-tool')]).toEqual([201, 'fetch'])
  expect(await response.json()).toMatchObject({
    url: 'https://api.example.com/x',
    method: 'POST',
    body: 'aGk=',
    headers: { a: 'b' },
  })
  await expect(app.listServerTools()).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  await expect(app.subscribeServerResource('x:y', () => {})).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  await expect(app.pickFile()).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  host.handle('resources/subscribe', () => ({}))
  let changes = 0
  const stop = await app.subscribeServerResource('x:y', () => changes++)
  host.notify('notifications/resources/updated', { uri: 'x:z' })
  host.notify('notifications/resources/updated', { uri: 'x:y' })
  await vi.waitUntil(() => changes === 1)
  const stopped = new Promise((resolve) => host.handle('resources/unsubscribe', (params) => (resolve(params), {})))
  stop()
  expect(await stopped).toEqual({ uri: 'x:y' })
})
