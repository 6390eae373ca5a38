import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { readProfile, type HostProfile } from 'casement/testing/profiles'
import { renderApp } from 'casement/testing/playwright'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { probeApp } from '../../packages/studio/src/command/probe/probe-app.ts'
import { PROBE_VIEW } from '../../packages/studio/src/command/probe/probe-view.ts'
import { profileFromReport } from '../../packages/studio/src/command/probe/profile-from-report.ts'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { arrivals, openStage } from '../stage.ts'
import { CASEMENT } from '../studio/run-casement.ts'
import { viewHtml } from './recorded-view.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser?.close())

/** Lets the probe examine our own host, as it is with a profile. */
async function probeOurHost(profile?: HostProfile): Promise<HostProfile> {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  page.setDefaultTimeout(60_000)
  const saved: HostProfile[] = []
  const app = probeApp(async (made) => `profile ${saved.push(made)}`)
  const shown = await renderApp(page, { server: app, tool: 'probe', consent: () => false, ...(profile && { profile }) })
  await shown.view.locator('body[data-done]').waitFor({ state: 'attached' })
  await expect.poll(() => shown.view.getByRole('status').textContent()).toBe('Saved as profile 1')
  await shown.unmount()
  const [first] = saved
  if (!first) throw new Error('the probe saved no profile')
  return first
}

test('the probe examines our own host, and a host that is imitated by the profile is seen as such', async () => {
  const ours = await probeOurHost()
  expect(readProfile(JSON.stringify(ours))).toEqual(ours)
  expect(ours).toMatchObject({ id: 'casement-testing', date: new Date().toISOString().slice(0, 10), settings: { compat: true } })
  expect(ours.settings).not.toHaveProperty('withoutStorage')
  expect(ours.observed).toMatchObject({
    requests: {
      ping: { outcome: 'result' },
      'tools/call': { outcome: 'result' },
      'casement/no-such-method': { outcome: 'error', code: -32601 },
    },
    policy: { eval: 'EvalError', header: expect.stringContaining("default-src 'none'") as string },
    limits: { pingsAnswered: expect.any(Number) as number },
  })
  const poorer = {
    ...ours,
    id: 'poorer',
    settings: { ...ours.settings, withoutStorage: true, displayModes: ['inline' as const] },
  }
  expect((await probeOurHost(poorer)).settings).toMatchObject({ withoutStorage: true, displayModes: ['inline'] })
})

test('the probe examines the official host', async () => {
  const stage = await openStage('chromium', 'probe', { html: PROBE_VIEW })
  onTestFinished(() => stage.close())
  const page = await stage.mount('official-v2', 'relayed')
  await page.waitFor(`window.host?.arrivals.some(({ what, params }) => what === 'call' && params.name === 'probe_report')`)
  const call = (await arrivals(page)).find(
    ({ what, params }) => what === 'call' && (params as { name: string }).name === 'probe_report',
  )
  const { report } = (call as { params: { arguments: { report: unknown } } }).params.arguments
  const profile = profileFromReport(report, new Date('2026-11-18T12:00:00Z'))
  expect(profile).toMatchObject({
    id: 'official',
    date: '2026-11-18',
    settings: { withoutExtensions: true, displayModes: ['inline', 'fullscreen'], isPolicyLoose: true },
  })
  expect(profile.settings.without).toContain('onlisttools')
})

test('casement probe serves its app over stdio, and writes the profile', async () => {
  const folder = temporaryFolder()
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [CASEMENT, 'probe', '--out', folder], stderr: 'ignore' }),
  )
  onTestFinished(() => client.close())
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['probe', 'probe_echo', 'probe_report'])
  const report = { initialize: { hostInfo: { name: 'My Host', version: '2' } }, requests: {} }
  await client.callTool({ name: 'probe_report', arguments: { report } })
  const [file = ''] = readdirSync(folder)
  expect(file).toMatch(/^my-host-\d{4}-\d\d-\d\d\.host-profile\.json$/)
  expect(readProfile(readFileSync(join(folder, file), 'utf8'))).toMatchObject({ id: 'my-host', title: 'My Host 2' })
})

test('and over HTTP', async () => {
  const child = spawn(process.execPath, [CASEMENT, 'probe', '--http'], { stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill())
  const [line] = (await once(createInterface(child.stderr), 'line')) as [string]
  const [url = ''] = /http:\S+/.exec(line) ?? []
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  expect((await client.listTools()).tools[0]?.name).toBe('probe')
  await client.close()
})

test('the test kit shows a View in the host of a profile: without storage, a View that needs it fails', async () => {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  const profile = profileFromReport({ initialize: {}, requests: {}, storage: { localStorage: 'SecurityError' } })
  const html = viewHtml("localStorage.setItem('a', '1')")
  const shown = await renderApp(page, { html, profile, deadlines: { initialize: 1000 } })
  await expect
    .poll(() => shown.reports)
    .toContainEqual(expect.objectContaining({ kind: 'error', message: expect.stringContaining('SecurityError') as string }))
  expect(shown.stage).toBe('failed')
  await shown.unmount()
})
