import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Frame, Page } from 'playwright-core'
import { SCENES } from './scenes.mjs'
import { openExampleStage, type ExampleStage } from './stage.mjs'

let stage: ExampleStage
beforeAll(async () => {
  stage = await openExampleStage()
}, 60_000)
afterAll(() => stage?.close())

describe.each(SCENES)('the example $example in our host', { timeout: 60_000 }, ({ example, showings, act }) => {
  test.each(['light', 'dark'] as const)(
    'shows itself %s, narrow as a phone, without an error or a request to elsewhere',
    async (theme) => {
      const opened = await stage.open(example, { width: 320, height: 900 })
      const elsewhere: string[] = []
      opened.page.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url())
        if (protocol.startsWith('http') && !hostname.endsWith('localhost')) elsewhere.push(request.url())
      })
      const frames: Frame[] = []
      for (const showing of showings) frames.push(await opened.show({ ...showing, theme }))
      await act?.(opened, frames)
      for (const frame of frames) {
        const tooWide = await frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        expect(tooWide).toBeLessThanOrEqual(0)
        expect(await frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(theme)
        expect(await unnamedControls(frame)).toEqual([])
      }
      expect(elsewhere).toEqual([])
      expect(opened.errors).toEqual([])
      await opened.close()
    },
  )
})

/** Controls that a screen reader has no name for. */
const unnamedControls = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() =>
    [...document.querySelectorAll('button, input, select, textarea')]
      .filter((control) => {
        const labels = 'labels' in control ? [...((control.labels as NodeListOf<HTMLElement> | null) ?? [])] : []
        const names = [control.getAttribute('aria-label'), control.textContent, ...labels.map((label) => label.textContent)]
        return !names.some((name) => name?.trim())
      })
      .map((control) => control.outerHTML),
  )

const asked = (page: Page): Promise<string[]> => page.evaluate(`asked.map(({ kind }) => kind)`)

describe('what the examples show of MCP Apps', { timeout: 60_000 }, () => {
  test('dashboard: refreshes by a tool that the model does not have, and tells the model', async () => {
    const opened = await stage.open('dashboard')
    const view = await opened.show({ tool: 'show-metrics', input: { range: '24h' } })
    await view.click('button:text("7d")')
    await view.waitForSelector('button[aria-pressed="true"]:text("7d")')
    await expect.poll(() => opened.page.evaluate('JSON.stringify(model.slots)')).toContain('the last 7d')
    await opened.close()
  })

  test('form: what is missing is named, and the message to the model needs consent (R-242)', async () => {
    const opened = await stage.open('form')
    const view = await opened.show({ tool: 'register-for-workshop', input: { name: 'Ada' }, consent: false })
    await view.fill('#email', 'ada@example.com')
    await view.selectOption('#workshop', 'Testing protocols')
    await view.click('button.primary')
    await view.waitForSelector('#consent-problem:not(:empty)')
    await view.check('#consent')
    await view.click('button.primary')
    await view.waitForSelector('.done:not([hidden])')
    await view.click('#tell')
    await view.waitForSelector('#told:text("It was not told.")')
    expect(await asked(opened.page)).toEqual(['ui/message'])
    await opened.close()
  })

  test('drawing: the model draws, looks and clears by tools of the View; a person undoes and saves', async () => {
    const opened = await stage.open('drawing')
    const view = await opened.show({ tool: 'open-canvas', input: { title: 'Test' } })
    const call = (name: string, args: object): Promise<{ isError?: boolean; content: { text: string }[] }> =>
      opened.page.evaluate(`mounted[0].bridge.appTools.list().then((tools) =>
        mounted[0].bridge.appTools.call(tools.find(({ ownName }) => ownName === '${name}').name, ${JSON.stringify(args)}))`)
    await call('draw', { shapes: [{ kind: 'circle', x: 10, y: 20, radius: 5, color: 'red' }] })
    const looked = await call('look', {})
    expect(looked.content[0]?.text).toContain('circle in red at 10,20, radius 5')
    await view.click('#save')
    await expect.poll(() => opened.page.evaluate('downloads.length')).toBe(1)
    expect(await opened.page.evaluate('downloads[0].contents[0].resource.mimeType')).toBe('image/png')
    await view.click('#undo')
    await view.waitForSelector('canvas[aria-label="Nothing is drawn yet"]')
    await call('draw', { shapes: [{ kind: 'text', x: 10, y: 20, text: 'again' }] })
    await view.waitForSelector('canvas[aria-label="A drawing with 1 shapes"]')
    await call('clear', {})
    expect((await call('look', {})).content[0]?.text).toBe('The canvas is empty')
    await opened.close()
  })

  test('editor: the text grows while it is written (R-212), and an edit reaches the model', async () => {
    const opened = await stage.open('editor')
    const pieces = ['{"title":"Haiku","text":"An old', ' silent pond', '\\n\\nA frog"}']
    const view = await opened.show({ tool: 'write-document', pieces })
    await view.waitForSelector('article[aria-busy="true"]:has-text("An old")')
    await opened.page.evaluate('next()')
    await view.waitForSelector('article:has-text("An old silent pond")')
    await opened.page.evaluate('next(); ')
    await view.waitForSelector('article p:nth-child(2):has-text("A frog")')
    await opened.page.evaluate(
      `next(); mounted[0].update({ result: client.callTool({ name: 'write-document', arguments: { title: 'Haiku', text: 'An old silent pond' } }) })`,
    )
    await view.waitForSelector('article[aria-busy="false"]')
    await view.click('#edit')
    await view.fill('textarea', 'A new pond')
    await view.click('#save')
    await view.waitForSelector('article:has-text("A new pond")')
    await expect.poll(() => opened.page.evaluate('JSON.stringify(model.slots)')).toContain('A new pond')
    await opened.close()
  })

  test('files: a file goes in, what is wrong with one is said, and another comes out', async () => {
    const opened = await stage.open('files')
    const view = await opened.show({ tool: 'show-table', input: { name: 'Empty', columns: ['a'], rows: [] } })
    const choose = (text: string) =>
      view.setInputFiles('#file', { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('name,age\n"Lovelace, Ada",36,\n')
    await view.waitForSelector('.problem:has-text("Line 2 has 3 cells")')
    await choose('name,age\n"Lovelace, Ada",36\n=SUM(A1),1\n')
    await view.waitForSelector('td:text("Lovelace, Ada")')
    await view.click('#csv')
    await expect.poll(() => opened.page.evaluate('downloads.length')).toBe(1)
    const { uri, text } = await opened.page.evaluate<{ uri: string; text: string }>('downloads[0].contents[0].resource')
    expect(uri).toBe('file:///people.csv')
    expect(text).toBe(`name,age\r\n"Lovelace, Ada",36\r\n'=SUM(A1),1\r\n`)
    expect(await asked(opened.page)).toEqual(['ui/download-file'])
    await opened.close()
  })

  test('multi-view: a change in one View is seen in the other', async () => {
    const opened = await stage.open('multi-view')
    const list = await opened.show({ tool: 'show-list' })
    const total = await opened.show({ tool: 'show-total' })
    await total.waitForSelector('text=1 of 4 bought')
    await list.fill('#name', 'Cheese')
    await list.fill('#price', '5.50')
    await list.click('button.primary')
    await total.waitForSelector('text=1 of 5 bought')
    expect(await total.textContent('#left')).toBe('€29.50')
    await opened.close()
  })
})
