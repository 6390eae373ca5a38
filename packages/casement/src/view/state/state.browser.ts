import { expect, test } from 'vitest'
import type { ViewToHost } from '../../protocol/methods.ts'
import { viewFrame } from '../test-support/view-frame.ts'

const INFO = { name: 'view', version: '1' }
const OPTIONS = { autoResize: false }

test('state is kept by the host where it offers that; what was set before the handshake wins', async () => {
  const { view, host } = await viewFrame('<body>', { hostCapabilities: { experimental: { 'dev.casement/state': {} } } })
  const entries: ViewToHost['dev.casement/state/read']['result']['entries'] = {
    kept: { version: 1, value: 'from the host' },
    old: { version: 1, value: 2 },
    early: { version: 1, value: 'old' },
  }
  host.handle('dev.casement/state/read', () => ({ entries }))
  host.handle('dev.casement/state/write', ({ key, entry }) => {
    if (entry) entries[key] = entry
    return {}
  })
  const app = new view.App(INFO, {}, OPTIONS)
  const kept = app.state('kept', 'initial')
  const migrated = app.state('old', 'x', { version: 2, migrate: (value) => `was ${String(value)}` })
  const early = app.state('early', '')
  expect([kept.get(), kept.where]).toEqual(['initial', 'pending'])
  const writing = early.set('new')
  expect(early.get()).toBe('new')
  await app.connect()
  await Promise.all([kept.loaded, migrated.loaded, writing])
  expect([kept.get(), migrated.get(), early.get(), kept.where]).toEqual(['from the host', 'was 2', 'new', 'host'])
  expect(entries['early']).toEqual({ version: 1, value: 'new' })
  await kept.set('later')
  expect(entries['kept']).toEqual({ version: 1, value: 'later' })
  await expect(kept.set('x'.repeat(70_000))).rejects.toMatchObject({ code: 'OVER_BUDGET' })
  expect(app.state('kept', '')).toBe(kept)
})

test('R-101: else state is in localStorage, under the name of the app and the call it shows', async () => {
  const context = { hostContext: { toolInfo: { id: 7, tool: { name: 'show', inputSchema: { type: 'object' as const } } } } }
  const first = await viewFrame('<body>', context)
  const app = new first.view.App(INFO, {}, OPTIONS)
  await app.connect()
  const cell = app.state('n', 0)
  await cell.set(5)
  expect(cell.where).toBe('localStorage')
  expect(localStorage.getItem('casement:view:show:7')).toBe('{"n":{"version":1,"value":5}}')
  const second = await viewFrame('<body>', context)
  const again = new second.view.App(INFO, {}, OPTIONS)
  await again.connect()
  const found = again.state('n', 0)
  await found.loaded
  expect(found.get()).toBe(5)
  localStorage.removeItem('casement:view:show:7')
})
