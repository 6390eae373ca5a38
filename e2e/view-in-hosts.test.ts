import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DARK_CONTEXT, HOST_CAPABILITIES, TOOL_INPUT, TOOL_RESULT } from './hosts/story.ts'
import { installedBrowsers } from './lab/browsers.mjs'
import { openStage, type HostName, type MountName, type Stage } from './stage.ts'
import { runStory, type StoryRun } from './story-run.ts'
import { HEIGHTS } from './views/probe.ts'

// A View on `casement/view` in every published host we could get, in every browser installed here. The same View on the
// official package goes first, in Chromium: where it fails, the lab is wrong and not we.
const HOSTS: readonly { host: HostName; mount: MountName; version: string }[] = [
  { host: 'official-v2', mount: 'direct', version: '2.0.4' },
  { host: 'official-v2', mount: 'relayed', version: '2.0.4' },
  { host: 'official-v1', mount: 'direct', version: '1.7.5' },
  { host: 'official-v1', mount: 'relayed', version: '1.7.5' },
  { host: 'mcp-ui', mount: 'relayed', version: '7.1.1' },
]

const STAGES = [
  { browser: 'chromium' as const, view: 'probe-official' },
  ...installedBrowsers().map((browser) => ({ browser, view: 'probe-casement' })),
]

// AppRenderer sets the first context on a bridge that is not connected yet, and nothing handles the rejection.
const KNOWN: Partial<Record<HostName, RegExp>> = { 'mcp-ui': /Not connected/ }

describe.each(STAGES)('$view in $browser', ({ browser, view }) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(browser, view)
  })
  afterAll(() => stage?.close())

  describe.each(HOSTS)('on $host $version, $mount', ({ host, mount, version }) => {
    let run: StoryRun
    beforeAll(async () => {
      run = await runStory(stage, host, mount)
    })

    it('completes the handshake (R-112, R-113, R-119)', () => {
      const capabilities = expect.objectContaining({ availableDisplayModes: ['inline', 'fullscreen'] })
      // AppRenderer does not tell its page that the View is initialised.
      const heard = host === 'mcp-ui' ? [] : [{ app: { name: 'probe', version: '1.0.0' }, capabilities }]
      expect(run.heard('initialized')).toEqual(heard)
      expect(run.tales('connected')).toEqual([
        { host: { name: host.replace(/-v\d$/, ''), version }, capabilities: HOST_CAPABILITIES },
      ])
    })

    it('is given input, then result, once each and unchanged (R-210, R-211, R-218, R-225)', () => {
      expect(run.tales('input')).toEqual([{ arguments: TOOL_INPUT }])
      expect(run.tales('result')).toEqual([TOOL_RESULT])
      const events = run.heard('log').map((log) => (log as { event: string }).event)
      const order = events.filter((event) => ['partial', 'input', 'result'].includes(event))
      // AppRenderer takes partial input as a property of its own, and is given none here.
      expect(order).toEqual(host === 'mcp-ui' ? ['input', 'result'] : ['partial', 'input', 'result'])
    })

    it('calls a server tool and is answered, with a result or with an error result (R-253, R-261)', () => {
      expect(run.heard('call')).toEqual([
        expect.objectContaining({ name: 'add', arguments: { a: 19, b: 23 } }),
        expect.objectContaining({ name: 'missing' }),
      ])
      expect(run.tales('called')).toEqual([expect.objectContaining({ structuredContent: { sum: 42 } })])
      expect(run.tales('called-in-vain')).toEqual([expect.objectContaining({ isError: true })])
    })

    it('sends a message, links and model context that this host accepts (R-228, R-230, R-238, R-244)', () => {
      expect(run.heard('message')).toEqual([{ role: 'user', content: [{ type: 'text', text: 'hello' }] }])
      expect(run.tales('messaged')).toEqual([{}])
      expect(run.heard('link')).toEqual([{ url: 'https://example.com/a?b=c' }, { url: 'mailto:a@example.com' }])
      expect(run.tales('linked')).toEqual([{}])
      expect(run.tales('link-denied')).toEqual([expect.objectContaining({ isError: true })])
      expect(run.heard('model-context')).toEqual([{ content: [{ type: 'text', text: 'state' }], structuredContent: { row: 7 } }])
      expect(run.tales('context-updated')).toEqual([{}])
    })

    it('asks for a display mode and takes the one it gets (R-177, R-178, R-243)', () => {
      // AppRenderer has no handler for it, and the bridge below answers with the current mode.
      expect(run.tales('mode')).toEqual([{ mode: host === 'mcp-ui' ? 'inline' : 'fullscreen' }])
    })

    it('reports its content height, and no echo of it (R-170, R-171)', () => {
      const heights = run.heard('size').map((size) => (size as { height: number }).height)
      expect(heights.at(-1)).toBe(HEIGHTS.grown)
      expect(heights[0]).toBe(HEIGHTS.start)
      expect(heights.length, `heights ${heights.join(', ')}`).toBeLessThanOrEqual(3)
    })

    it('hears that the context changed, merges it and applies it (R-158, R-159, R-190)', () => {
      const last = run.tales('context').at(-1)
      expect(last).toEqual({
        context: expect.objectContaining({ theme: 'dark', locale: 'de-CH', styles: DARK_CONTEXT.styles }),
        applied: { theme: 'dark', colorScheme: 'dark', color: 'rgb(4, 5, 6)' },
      })
    })

    it('answers the teardown after its own handler ran (R-272, R-273)', () => {
      expect(run.teardown).toEqual({})
      expect(run.tales('teardown')).toHaveLength(1)
    })

    it('leaves no error in any console or in the bridge (R-107)', () => {
      expect(run.consoleErrors.filter((error) => !KNOWN[host]?.test(error))).toEqual([])
      expect(run.problems).toEqual([])
    })
  })
})
