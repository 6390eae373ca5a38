import { createUIResource as createBy6 } from '@mcp-ui/server'
import { createUIResource as createBy5 } from 'mcp-ui-server-5'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHostStage, until, viewFrame, type HostStage } from '../host/stage.ts'
import { WIDGET } from './widgets.ts'

const adapted = [createBy5, createBy6].map(
  (create) =>
    create({
      uri: 'ui://legacy/view',
      content: { type: 'rawHtml', htmlString: WIDGET },
      encoding: 'text',
      adapters: { mcpApps: { enabled: true } },
    }).resource,
)

let stage: HostStage
beforeAll(async () => {
  const views = adapted.map(({ text = '', mimeType }, index) => [`version-${5 + index}`, { html: text, mimeType }] as const)
  stage = await openHostStage(Object.fromEntries(views))
})
afterAll(() => stage.close())

describe('a widget that @mcp-ui/server adapted to MCP Apps itself', () => {
  test.each(['version-5', 'version-6'])('works in our host: %s', async (name) => {
    const page = await stage.page()
    await page.evaluate(`mount('${name}', { input: { city: 'Zug' }, result: { content: [] } }).then((mounted) => mounted.ready)`)
    const view = await viewFrame(page)
    await until(view, `globalThis.heard?.some(({ payload }) => payload?.renderData?.toolInput?.city === 'Zug')`)
    expect(await view.evaluate(`ask('tool', { toolName: 'add', params: { a: 2, b: 3 } })`)).toMatchObject({
      structuredContent: { sum: 5 },
    })
    await page.context().close()
  })
})
