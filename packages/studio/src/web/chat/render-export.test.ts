import type { CallEntry, Entry } from '@casement/gateway/api'
import { expect, test } from 'vitest'
import { renderExport } from './render-export.ts'

const START = Date.UTC(2026, 0, 31, 12)
const call = (id: string, at: number, more: Partial<CallEntry> = {}): CallEntry => ({
  kind: 'call',
  id,
  at: START + at,
  by: 'person',
  server: 'weather <b>',
  tool: 'forecast',
  status: 'done',
  input: { city: '<Rome>' },
  result: { content: [{ type: 'text', text: 'sun' }] },
  ...more,
})
const render = (entries: readonly Entry[]): string =>
  renderExport({
    title: 'A day',
    entries,
    context: [],
    documents: new Map(),
    states: new Map(),
    version: '1',
    at: new Date(START),
  })

test('an export shows the arguments, the time and the duration of each call, and a timeline that leads to it', () => {
  const html = render([call('one', 0, { ms: 250 }), call('two', 1000, { ms: 1000, status: 'failed', error: 'no <i>train</i>' })])
  expect(html).toContain('{\n  &quot;city&quot;: &quot;&lt;Rome&gt;&quot;\n}')
  expect(html).toContain('<time datetime="2026-01-31T12:00:01.000Z">2026-01-31 12:00:01 UTC</time> · 1.0 s')
  expect(html).toContain('<td>+1.0 s</td><td><a href="#entry-two">forecast of weather &lt;b&gt;</a></td><td>1.0 s</td>')
  expect(html).toContain('style="margin-left:50.00%;width:50.00%"')
  expect(html).toContain('id="entry-two"')
  expect(html).not.toContain('<Rome>')
})

test('an export without entries has no timeline', () => {
  expect(render([])).not.toContain('Timeline')
})
