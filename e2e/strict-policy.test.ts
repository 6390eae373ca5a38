import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedBrowsers } from './lab/browsers.mjs'
import { openStage, type Stage } from './stage.ts'
import { runStory, type StoryRun } from './story-run.ts'
import { HEIGHTS } from './views/probe.ts'

const NONCE = 'bGFi'
const POLICY = `default-src 'none'; script-src 'nonce-${NONCE}'; require-trusted-types-for 'script'`

describe.each(installedBrowsers())('a View under the strictest policy in %s', (browser) => {
  let stage: Stage
  let run: StoryRun
  beforeAll(async () => {
    stage = await openStage(browser, 'probe-features', { headers: { 'content-security-policy': POLICY }, nonce: NONCE })
    run = await runStory(stage, 'official-v2', 'direct')
  })
  afterAll(() => stage?.close())

  it('lives its whole life: data, calls, sizes, styles, teardown (R-071)', () => {
    expect(run.tales('called')).toEqual([expect.objectContaining({ structuredContent: { sum: 42 } })])
    expect(run.heard('size').at(-1)).toMatchObject({ height: HEIGHTS.grown })
    expect(run.tales('context').at(-1)).toMatchObject({ applied: { theme: 'dark', colorScheme: 'dark', color: 'rgb(4, 5, 6)' } })
    expect(run.teardown).toEqual({})
  })

  it('uses every feature: state, black box, links, server extras, app tools (R-071, R-232, R-281)', () => {
    expect(run.heard('initialized')).toMatchObject([{ capabilities: { tools: { listChanged: true } } }])
    expect(run.tales('equipped')).toEqual([{ count: 7, errors: [], messages: true }])
    expect(run.heard('link').map((link) => (link as { url: string }).url)).toEqual(
      expect.arrayContaining(['https://example.com/clicked', 'https://example.com/opened']),
    )
  })

  it('breaks no rule of it (R-071)', () => {
    expect(run.tales('teardown')).toEqual([{ violations: [] }])
    expect(run.consoleErrors).toEqual([])
  })
})
