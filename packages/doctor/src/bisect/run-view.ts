import { inTurn, type ScriptedServer } from 'casement/testing'
import { renderApp } from 'casement/testing/playwright'
import { recordedCall, type Trace, type TracedView } from 'casement/testing/trace'
import type { Browser } from 'playwright-core'
import { fieldsOf } from '../static/fields.ts'
import type { RunWith } from './find-smallest.ts'
import type { Outcome } from './outcome.ts'
import { profileWith } from './toggles.ts'

/** The time limit for a View to repeat its recorded behaviour, in milliseconds. */
const SETTLE_MS = 2500
const QUIET_MS = 600

const UNIMPORTANT = /^(?:ui\/notifications\/(?:size-changed|sandbox-)|notifications\/|ping$|dev\.casement\/)/

/** Runs the View of a recording, with the recorded results as its server. Nothing reaches a real server. */
export function createRunner(browser: Browser, trace: Trace, resource: NonNullable<TracedView['resource']>): RunWith {
  const call = recordedCall(trace)
  const { html, csp, permissions } = resource
  let expected: readonly string[] = []
  return async (toggles) => {
    const page = await browser.newPage()
    try {
      const faults = toggles.flatMap((toggle) => toggle.faults ?? [])
      const width = toggles.find((toggle) => toggle.width !== undefined)?.width
      const app = await renderApp(page, {
        html,
        server: recordedServer(call),
        tool: call.tool ?? 'view',
        // The metadata as the server declared it; the sandbox validates it.
        csp: csp as never,
        permissions: permissions as never,
        input: call.input,
        result: call.result === undefined ? false : (call.result as never),
        profile: profileWith(toggles),
        deadlines: { initialize: SETTLE_MS, initialized: SETTLE_MS },
        teardownTimeout: 500,
        consent: () => false,
        ...(faults.length > 0 && { faults }),
        ...(width !== undefined && { width }),
      })
      const read = async (): Promise<Outcome> => ({
        stage: app.stage,
        said: saidBy(app.log.entries),
        exceptions: app.reports
          .filter(({ kind }) => kind === 'error' || kind === 'rejection')
          .map(({ message }) => String(message)),
        violations: app.reports
          .filter(({ kind }) => kind === 'csp')
          .map(({ directive, blocked }) => `${String(directive)} ${String(blocked)}`),
        isBlank:
          (
            await app.view
              .locator('body')
              .innerText({ timeout: 1000 })
              .catch(() => '')
          ).trim() === '',
      })
      const outcome = await whenSettled(read, expected)
      if (toggles.length === 0) expected = outcome.said
      await app.unmount().catch(() => {})
      return outcome
    } finally {
      await page.close()
    }
  }
}

/** Reads the outcome once everything that is expected was said and nothing has changed for a while, or at the deadline. */
async function whenSettled(read: () => Promise<Outcome>, expected: readonly string[]): Promise<Outcome> {
  const deadline = Date.now() + SETTLE_MS
  let before = await read()
  let since = Date.now()
  while (Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const now = await read()
    if (JSON.stringify(now) !== JSON.stringify(before)) since = Date.now()
    before = now
    const isComplete = expected.every((each) => now.said.includes(each))
    if (Date.now() - since >= QUIET_MS && (isComplete || now.exceptions.length > 0)) break
  }
  return before
}

function saidBy(entries: readonly { readonly direction: string; readonly message: unknown }[]): string[] {
  const said = entries.flatMap(({ direction, message }) => {
    const { method, params } = fieldsOf(message)
    if (direction !== 'from-view' || typeof method !== 'string' || UNIMPORTANT.test(method)) return []
    return [method === 'tools/call' ? `tools/call of ${String(fieldsOf(params)['name'])}` : method]
  })
  return [...new Set(said)]
}

function recordedServer({ tool, result, viewCalls }: ReturnType<typeof recordedCall>): ScriptedServer {
  const results = new Map<string, unknown[]>()
  if (tool !== undefined && result) results.set(tool, [result])
  for (const { name, response } of viewCalls) results.set(name, [...(results.get(name) ?? []), ...(response ? [response] : [])])
  const scripts = [...results].map(([name, list]) => {
    const [first = { content: [] }, ...others] = list
    // Results of any tool, as they were recorded.
    return [name, inTurn(first as never, ...(others as never[]))] as const
  })
  return { tools: Object.fromEntries(scripts) }
}
