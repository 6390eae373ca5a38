import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Stage, viewReporting } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await Stage.open()
})
afterAll(() => stage.close())

describe('a person using a View in Chromium', () => {
  test('scrolls on in the host page where the View has no more to scroll', async () => {
    const listen = `<script>addEventListener('mousemove', () => tell('test/pointed', {}))</script>`
    const view = await stage.mount({ html: viewReporting('1', `<div style="height:500px">tall</div>${listen}`) })
    await view.wait('test/result')
    const { page } = view
    const scrolled = async (): Promise<[view: boolean, host: boolean]> => [
      await view.view().evaluate('scrollY > 0'),
      await page.evaluate('scrollY > 0'),
    ]
    // Until the View has been drawn, what the mouse does there goes to the page.
    let left = 100
    await expect
      .poll(async () => {
        await page.mouse.move(++left, 100)
        return page.evaluate(`heard.some(({ message }) => message.method === 'test/pointed')`)
      })
      .toBe(true)
    // The browser knows the target of the pointer before that target can be scrolled; until then the wheel scrolls the page. A
    // turn within half a second goes to the target of the previous turn.
    const apart = { interval: 1000 }
    await expect
      .poll(async () => {
        for (const frame of [view.view(), page]) await frame.evaluate('scrollTo({ top: 0, behavior: "instant" })')
        await page.mouse.wheel(0, 100)
        // One that is lost is turned again.
        await expect.poll(scrolled, { timeout: 5000 }).toContain(true)
        return scrolled()
      }, apart)
      .toEqual([true, false])
    // To its end, and then once more: a new gesture chains to the page around it.
    await view.view().evaluate('scrollTo({ top: 9999, behavior: "instant" })')
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 100)
        return scrolled()
      }, apart)
      .toEqual([true, true])
    await page.context().close()
  })

  test('tabs into the View and out of it again, both ways', async () => {
    const html = viewReporting('1', '<button id="one">one</button><button id="two">two</button>')
    const view = await stage.mount({ html })
    await view.wait('test/result')
    const { page } = view
    const focused = async (): Promise<string> => {
      const host = await page.evaluate<string>('document.activeElement.id || document.activeElement.localName')
      return host === 'iframe' ? view.view().evaluate(`document.hasFocus() ? document.activeElement.id : 'on its way'`) : host
    }
    await page.focus('#before')
    const path = [
      ['Tab', 'one'],
      ['Tab', 'two'],
      ['Tab', 'after'],
      ['Shift+Tab', 'two'],
      ['Shift+Tab', 'one'],
      ['Shift+Tab', 'before'],
    ] as const
    for (const [key, next] of path) {
      await page.keyboard.press(key)
      await expect.poll(focused).toBe(next)
    }
    await page.context().close()
  })

  test('gets into the View when the host focuses its frame', async () => {
    const script = `<script>addEventListener('keydown', ({ key }) => tell('test/key', { key }))</script>`
    const view = await stage.mount({ html: viewReporting('1', script) })
    await view.wait('test/result')
    await view.page.evaluate(`document.querySelector('iframe').focus()`)
    await expect.poll(() => view.view().evaluate('document.hasFocus()')).toBe(true)
    await view.page.keyboard.press('k')
    expect(await view.wait('test/key')).toEqual({ key: 'k' })
    await view.page.context().close()
  })

  test.each([
    ['told to the View', { method: 'ui/notifications/host-context-changed', params: { theme: 'dark' } }],
    ['told in the handshake', { id: 1, result: { hostContext: { theme: 'dark' } } }],
    ['told to the proxy', { method: 'dev.casement/sandbox/theme', params: { theme: 'dark' } }],
  ])("sees the page through a transparent View in a theme that is not the system's: %s", async (_, message) => {
    const page = await stage.hostPage()
    await page.evaluate(`document.documentElement.style.cssText = 'background: rgb(18 52 86); color-scheme: dark'`)
    const view = await stage.mount({ html: viewReporting('1', '<style>:root { color-scheme: dark }</style>') }, {}, page)
    await view.wait('test/result')
    const seen = async (): Promise<unknown> => {
      const shot = await page.screenshot({ clip: { x: 200, y: 150, width: 1, height: 1 } })
      return page.evaluate(`(async () => {
        const picture = await createImageBitmap(await (await fetch('data:image/png;base64,${shot.toString('base64')}')).blob())
        const canvas = new OffscreenCanvas(1, 1).getContext('2d')
        canvas.drawImage(picture, 0, 0)
        return [...canvas.getImageData(0, 0, 1, 1).data].join(' ')
      })()`)
    }
    await expect.poll(seen).not.toBe('18 52 86 255')
    await view.say({ jsonrpc: '2.0', ...message })
    await expect.poll(seen).toBe('18 52 86 255')
    await page.context().close()
  })

  test('fills in forms that the View handles itself, and nothing is ever sent', async () => {
    const html = viewReporting(
      `'ready'`,
      `<script>addEventListener('submit', (event) => {
        event.preventDefault()
        tell('test/submitted', { form: event.target.id, by: event.submitter?.id ?? null, name: new FormData(event.target).get('name') })
      })</script>
      <form id="a"><input name="name" required><button id="send">send</button><button type="button" id="no">no</button></form>
      <form id="b" onclick="event.stopPropagation()"><input name="name" value="b"><button id="stopped">send</button></form>
      <form id="c"><input name="name" value="c" id="alone"></form>
      <form id="d" action="https://evil.example/"><input name="name" value="d"></form>`,
    )
    const view = await stage.mount({ html })
    const errors: string[] = []
    view.page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await view.wait('test/result')
    const frame = view.view()
    await frame.click('#send')
    await frame.click('#no')
    await frame.fill('#a input', 'typed')
    await frame.click('#send')
    await frame.press('#a input', 'Enter')
    await frame.press('#alone', 'Enter')
    await frame.evaluate('document.forms.d.requestSubmit()')
    await frame.click('#stopped')
    const submitted = `heard.flatMap(({ message }) => message.method === 'test/submitted' ? [message.params] : [])`
    await view.page.waitForFunction(`${submitted}.length >= 5`)
    expect(await view.page.evaluate(submitted)).toEqual([
      { form: 'a', by: 'send', name: 'typed' },
      { form: 'a', by: 'send', name: 'typed' },
      { form: 'c', by: null, name: 'c' },
      { form: 'd', by: null, name: 'd' },
      { form: 'b', by: 'stopped', name: 'b' },
    ])
    // The one whose click was stopped on its way is refused by the browser first, and heard of afterwards.
    expect(errors.filter((text) => !text.includes('Blocked form submission'))).toEqual([])
    await view.page.context().close()
  })
})

describe('a View that never lets go of its process', () => {
  const loop = `console.info('looping'); for (;;) {}`
  test.each([
    ['before it says anything', `<!doctype html><script>${loop}</script>`],
    ['after its first word', viewReporting('1', `<script>addEventListener('message', () => { ${loop} })</script>`)],
  ])('leaves the host page responsive and can be removed: %s', async (when, html) => {
    // The sandbox's documents ask for processes of their own; that must be enough.
    const page = await stage.hostPage('/shared')
    const ticket = await stage.ticket({ html, app: `loop ${html.length}` })
    let isLooping = false
    page.on('console', (message) => (isLooping ||= message.text() === 'looping'))
    await page.evaluate(`(() => {
      const beat = () => {
        window.beats = (window.beats ?? 0) + 1
        setTimeout(beat, 10)
      }
      beat()
    })()`)
    const params = { html: '', url: ticket.viewUrl, sandbox: ticket.sandbox, allow: '' }
    const view = await stage.show(ticket.proxyUrl, { params }, page)
    if (when === 'after its first word') {
      await view.wait('test/result')
      await view.say({ jsonrpc: '2.0', method: 'test/loop' })
    }
    await expect.poll(() => isLooping).toBe(true)
    await page.evaluate('window.beats = 0')
    await page.waitForFunction('beats > 20')
    await page.evaluate(`document.querySelector('iframe').remove()`)
    expect(await page.evaluate('document.querySelectorAll("iframe").length')).toBe(0)
    await page.context().close()
  })
})
