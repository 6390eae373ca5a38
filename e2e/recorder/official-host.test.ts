import { beforeAll, describe, expect, test } from 'vitest'
import { readTrace, type MessageRecord, type Trace } from '../../packages/casement/src/testing/trace/index.ts'
import { openStage, type MountName, type ViewServing } from '../stage.ts'
import { runStory, type StoryRun } from '../story-run.ts'

const NONCE = 'bGFi'
const STRICTEST: ViewServing = {
  headers: { 'content-security-policy': `default-src 'none'; script-src 'nonce-${NONCE}'; require-trusted-types-for 'script'` },
  nonce: NONCE,
}
const CASES: readonly [name: string, mount: MountName, serving: ViewServing][] = [
  ['behind a relay', 'relayed', {}],
  ['under the strictest policy', 'direct', STRICTEST],
]

async function live(view: string, mount: MountName, serving: ViewServing): Promise<StoryRun> {
  const stage = await openStage('chromium', view, serving)
  try {
    return await runStory(stage, 'official-v2', mount)
  } finally {
    await stage.close()
  }
}

const messagesOf = ({ records }: Trace): MessageRecord[] => records.filter((record) => record.kind === 'message')
const methodOf = ({ message }: MessageRecord): string => (message as { method?: string }).method ?? 'response'

describe.each(CASES)('a recorded View on the official SDK in the official host, %s', (_name, mount, serving) => {
  let recorded: StoryRun
  let plain: StoryRun
  let trace: Trace
  beforeAll(async () => {
    recorded = await live('recorded-official', mount, serving)
    plain = await live('probe-official', mount, serving)
    trace = readTrace(String(recorded.tales('recording')[0]))
  })

  test('behaves as it does without the recorder', () => {
    const events = ['connected', 'input', 'result', 'called', 'called-in-vain', 'messaged', 'mode', 'context']
    const talesOf = (run: StoryRun) => events.map((event) => [event, run.tales(event)])
    expect(talesOf(recorded)).toEqual(talesOf(plain))
    expect(recorded.heard('call')).toEqual(plain.heard('call'))
    expect(recorded.teardown).toEqual(plain.teardown)
    expect(recorded.problems).toEqual([])
    expect(recorded.consoleErrors).toEqual(plain.consoleErrors)
  })

  test('has a recording of every message in both directions, in order', () => {
    const messages = messagesOf(trace)
    expect(messages.slice(0, 3).map((record) => [record.direction, methodOf(record)])).toEqual([
      ['from-view', 'ui/initialize'],
      ['to-view', 'response'],
      ['from-view', 'ui/notifications/initialized'],
    ])
    const methods = messages.map((record) => `${record.direction} ${methodOf(record)}`)
    for (const method of ['to-view ui/notifications/tool-input', 'to-view ui/notifications/tool-result', 'from-view tools/call'])
      expect(methods).toContain(method)
    expect(methods.at(-1)).toBe('to-view ui/resource-teardown')
    const sizes = recorded.heard('size').length
    expect(methods.filter((method) => method === 'from-view ui/notifications/size-changed')).toHaveLength(sizes)
  })

  test('says which host it was and what the page found', () => {
    expect(trace.header).toMatchObject({ by: { name: 'casement-recorder' }, host: { name: 'official' } })
    expect(trace.records[0]).toMatchObject({ kind: 'report', report: { kind: 'page', depth: expect.any(Number) as number } })
    expect(trace.records.at(-1)).toMatchObject({ kind: 'report', report: { kind: 'storage' } })
  })
})
