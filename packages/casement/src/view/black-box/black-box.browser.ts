import { expect, test, vi } from 'vitest'
import { viewFrame } from '../test-support/view-frame.ts'

const INFO = { name: 'view', version: '1' }
const OPTIONS = { autoResize: false }

test('the black box says what happened', async () => {
  const { view, host, window } = await viewFrame('<body>')
  const app = new view.App(INFO, {}, OPTIONS).use(view.blackBox)
  const errors: string[] = []
  app.onerror = ({ message }) => errors.push(message)
  await app.connect()
  app.ontoolinput = () => {
    throw new Error('in a handler')
  }
  host.notify('ui/notifications/tool-input', {})
  await vi.waitUntil(() => errors.length === 1)
  window.dispatchEvent(new window.ErrorEvent('error', { message: 'somewhere else' }))
  for (let i = 0; i < 300; i++) await app.sendLog({ level: 'debug', data: i })
  const { entries, status, hostInfo, app: name } = app.diagnose()
  expect({ status, hostInfo, name, length: entries.length }).toEqual({
    status: 'ready',
    hostInfo: { name: 'frame-host', version: '1' },
    name: 'view 1',
    length: 200,
  })
  expect(entries.at(-1)).toMatchObject({ kind: 'out', what: expect.stringContaining('"data":299') })
  const heard = new Promise((resolve) => host.on('notifications/message', resolve))
  await app.sendDiagnosis()
  await heard
})

test('the black box keeps the beginning of what is long', async () => {
  const { view } = await viewFrame('<body>')
  const app = new view.App(INFO, {}, OPTIONS).use(view.blackBox)
  await app.connect()
  await app.sendLog({ level: 'debug', data: 'x'.repeat(5000) })
  await app.sendLog({ level: 'debug', data: Array.from({ length: 100_000 }, (_, row) => row) })
  const [text, list] = app.diagnose().entries.slice(-2)
  expect([text?.what.length, text?.what]).toEqual([2000, expect.stringContaining('"data":"xxx')])
  expect(list?.what).toContain('"data":[0,1,2,')
  expect(list?.what.length).toBeLessThan(2000)
})

test('a handler that the page sets later does not stop the black box or resource subscriptions', async () => {
  const { view, host } = await viewFrame('<body>')
  host.handle('resources/subscribe', () => ({}))
  const app = new view.App(INFO, {}, OPTIONS).use(view.blackBox).use(view.serverExtras)
  await app.connect()
  let changes = 0
  await app.subscribeServerResource('x:y', () => changes++)
  const traffic: string[] = []
  app.ontraffic = (direction) => traffic.push(direction)
  host.notify('notifications/resources/updated', { uri: 'x:y' })
  await vi.waitUntil(() => changes === 1)
  expect(traffic).toEqual(['in'])
  expect(app.diagnose().entries.at(-1)).toMatchObject({ kind: 'in', what: expect.stringContaining('resources/updated') })
})
