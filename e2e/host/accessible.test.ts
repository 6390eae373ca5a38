import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFor } from '../lab/axe.ts'
import { casementView, openHostStage, until, untilFocused, viewFrame, type HostStage } from './stage.ts'

let stage: HostStage
beforeAll(async () => {
  const body = `<main><h1>Asks</h1><button id="link">Link</button><button id="save">Save</button><button id="say">Say</button></main><script>
    const keep = (promise) => promise.then((result) => (window.answer = result), (error) => (window.answer = String(error)))
    link.onclick = () => keep(app.openLink({ url: 'https://example.com/' + 'a'.repeat(4000) }))
    save.onclick = () => keep(app.downloadFile({ contents: [{ type: 'resource', resource: { uri: 'file:///report.txt', text: 'hello' } }] }))
    say.onclick = () => keep(app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'line\\n'.repeat(200) }] }))
  </script>`
  stage = await openHostStage({ asks: { html: await casementView(body) }, broken: { html: 'x', mimeType: 'text/markdown' } })
})
afterAll(() => stage.close())

/**
 * The findings of axe in the page around the View; the content of the View is up to its author. A View lives in a `dialog`, the
 * only element that reaches the top layer without reloading its frame. Inline, the dialog has the role `group`, which axe would
 * allow other elements only.
 */
async function findings(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  const axe = axeFor(page)
  // In the dark the same things stand there in other colors.
  const chosen =
    theme === 'dark' ? axe.withRules('color-contrast') : axe.disableRules(['aria-allowed-role', 'region', 'page-has-heading-one'])
  const { violations } = await chosen.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

const focused = `(() => { let at = document.activeElement; while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement; return at?.textContent || at?.tagName })()`

describe.each(['light', 'dark'] as const)('what the host puts around a View, %s', (theme) => {
  const mount = async (tool: string, more = ''): Promise<Page> => {
    const page = await stage.page({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.evaluate(`document.documentElement.style.colorScheme = '${theme}'`)
    await page.evaluate(
      `mount('${tool}', { hostContext: { theme: '${theme}' } ${more} }).then((mounted) => mounted.ready).catch(() => {})`,
    )
    return page
  }

  test('axe finds nothing in the dialogs, in fullscreen and in the placeholder of a frozen View', async () => {
    const page = await mount('asks', `, handlers: { onmessage: () => ({}) }`)
    const found: Record<string, string[]> = { inline: await findings(page, theme) }
    for (const name of ['link', 'save', 'say']) {
      await (await viewFrame(page)).click(`#${name}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor()
      found[name] = await findings(page, theme)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.evaluate(`mounted.setDisplayMode('fullscreen')`)
    found['fullscreen'] = await findings(page, theme)
    await page.evaluate(`mounted.setDisplayMode('inline').then(() => mounted.freeze())`)
    found['frozen'] = await findings(page, theme)
    expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([])
    await page.context().close()
  })

  test('axe finds nothing in the card of a View that failed', async () => {
    const page = await mount('broken')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await findings(page, theme)).toEqual([])
    await page.context().close()
  })
})

test('a dialog is answered by keyboard alone: it begins at the safe answer, keeps the focus, and gives it back', async () => {
  const page = await stage.page()
  await page.evaluate(`mount('asks').then((mounted) => mounted.ready)`)
  const view = await viewFrame(page)
  await page.focus('#composer')
  for (const id of ['link', 'save']) {
    await page.keyboard.press('Tab')
    await until(view, `document.activeElement.id === '${id}'`)
  }
  await untilFocused(page, view)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Save to this device?' }).waitFor()
  await until(page, `${focused} === 'Cancel'`)
  await page.getByRole('button', { name: 'Save', exact: true, disabled: false }).waitFor()
  const visited = new Set<unknown>()
  for (let press = 0; press < 6; press++) {
    await page.keyboard.press('Tab')
    visited.add(await page.evaluate(focused))
  }
  expect([...visited].filter((name) => name === 'Save' || name === 'Cancel').toSorted()).toEqual(['Cancel', 'Save'])
  expect([...visited]).not.toContain('IFRAME')
  await page.getByRole('button', { name: 'Save', exact: true }).focus()
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toBe('report.txt')
  await untilFocused(page, view)
  // The browser forgets what had the focus in the View, and goes on from there all the same.
  await page.keyboard.press('Tab')
  await until(view, `document.activeElement.id === 'say'`)
  await page.context().close()
})
