import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallToolResult } from '@modelcontextprotocol/client'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onePagePdf } from './one-page-pdf.mjs'
import { startPublishedServer } from './published-server.ts'
import { openStage, type Stage } from './stage.ts'
import { viewFrames } from '../view-frames.ts'

interface Case {
  readonly server: string
  readonly tool: string
  readonly input?: Record<string, unknown>
  /** The arguments after `--stdio`. */
  readonly args?: readonly string[]
  /** Its View has no handler for teardown, and answers that. */
  readonly knowsNoTeardown?: true
  /** Waits until the View shows its data. */
  readonly shows: (view: Frame, result: CallToolResult) => Promise<unknown>
}

let strict: Stage
let compat: Stage
let folder: string
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'casement-published-')))
  await writeFile(join(folder, 'page.pdf'), onePagePdf('Hello from a file'))
  strict = await openStage()
  compat = await openStage({ preset: 'compat' })
})
afterAll(async () => {
  await strict?.close()
  await compat?.close()
  await rm(folder, { recursive: true, force: true })
})

const has = (view: Frame, text: string): Promise<unknown> =>
  view.waitForFunction((wanted) => document.body.innerText.includes(wanted), text)
const textOf = ({ content }: CallToolResult): string =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : []))[0] ?? ''
const theTime = (view: Frame, result: CallToolResult): Promise<unknown> => {
  const { time = textOf(result) } = (result.structuredContent ?? {}) as { time?: string }
  return has(view, time)
}

const CASES: readonly Case[] = [
  { server: 'basic-react', tool: 'get-time', shows: theTime },
  { server: 'basic-vanillajs', tool: 'get-time', shows: theTime },
  { server: 'basic-vue', tool: 'get-time', knowsNoTeardown: true, shows: theTime },
  {
    server: 'budget-allocator',
    tool: 'get-budget-data',
    knowsNoTeardown: true,
    shows: (view) => has(view, 'Allocated: $100,000 / $100,000'),
  },
  {
    server: 'debug',
    tool: 'debug-tool',
    input: { contentType: 'mixed' },
    async shows(view) {
      await has(view, 'ontoolinput:\n{"arguments":{"contentType":"mixed"}}')
      await has(view, 'ontoolresult:')
    },
  },
]

/** How many colours the picture of an element has, at most 1,000. */
const colours = async (page: Page): Promise<number> => {
  const picture = (await page.locator('#app').screenshot()).toString('base64')
  return page.evaluate(`(async () => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,${picture}')).blob())
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
    canvas.drawImage(image, 0, 0)
    return new Set(new Uint32Array(canvas.getImageData(0, 0, image.width, image.height).data.buffer)).size
  })()`)
}

async function run(stage: Stage, each: Case): Promise<void> {
  const { server: name, tool, input = {}, args = [], knowsNoTeardown, shows } = each
  const server = await startPublishedServer(name, { args, env: { DEBUG_LOG_FILE: join(folder, 'debug.log') } })
  const shown = await stage.show(server.client, tool, input)
  try {
    await shows(shown.view, shown.result)
    await expect.poll(() => colours(shown.page)).toBeGreaterThan(10)
    if (process.env['SCREENSHOTS']) await shown.page.screenshot({ path: join(process.env['SCREENSHOTS'], `${name}.png`) })
    // Zod in the official SDK tests whether it may compile code, and works without. That is not an error.
    const blocked = await shown.page.evaluate<string[]>(
      `log.flatMap(([event, detail]) => event === 'report' && detail.kind === 'csp' ? [detail.directive + ' ' + detail.blocked] : [])`,
    )
    expect(blocked.filter((violation) => violation !== 'script-src eval')).toEqual([])
    await shown.page.evaluate(`mounted.bridge.teardownResource({ reason: 'the test has ended' })`)
    // The bridge goes on without an answer too, but says so here.
    const refusals = knowsNoTeardown ? ['handler-failed: ui/resource-teardown CasementError: Method not found'] : []
    expect(await shown.page.evaluate('reports')).toEqual(refusals)
    await shown.page.evaluate('mounted.dispose()')
    await expect.poll(() => viewFrames(shown.page)).toEqual([])
    expect(shown.errors).toEqual([])
  } finally {
    await shown.close()
    await server.close()
  }
}

/* oxlint-disable vitest/expect-expect -- `run` has the assertions */
describe('published servers, unchanged, over stdio, in our host', () => {
  for (const each of CASES) test(`server-${each.server} renders, has its data and answers teardown`, () => run(strict, each))

  // pdf.js starts a worker from a blob, which the policy of the specification does not have; hosts that show it loosen theirs (4.10).
  test('server-pdf renders a file, read through its own tools', () =>
    run(compat, {
      server: 'pdf',
      tool: 'display_pdf',
      input: { url: `file://${join(folder, 'page.pdf')}` },
      args: [join(folder, 'page.pdf')],
      shows: (view) => has(view, 'Hello from a file'),
    }))
})
