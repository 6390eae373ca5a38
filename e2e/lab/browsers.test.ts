import { get } from 'node:http'
import { describe, expect, it } from 'vitest'
import { installedBrowsers } from './browsers.mjs'
import { pageHtml } from './page-html.mjs'
import { startSite } from './site.mjs'
import { useLab } from './use-lab.ts'

// "No error in the console" proves nothing unless the lab sees the errors that are there.
describe.each(installedBrowsers())('the lab in %s', (name) => {
  const lab = useLab(name)

  it('sees what is logged, thrown, rejected and refused in a frame of another origin', async () => {
    const { site, browser } = lab
    const script = `
      console.error('logged in vain')
      setTimeout(() => { throw new Error('thrown in vain') })
      Promise.reject(new Error('rejected in vain'))
      addEventListener('unhandledrejection', () => {
        document.addEventListener('securitypolicyviolation', () => setTimeout(() => parent.postMessage('done', '${site.url('outer')}')))
        document.body.append(Object.assign(document.createElement('img'), { src: 'https://refused.invalid/a.png' }))
      })`
    const headers = { 'content-security-policy': `default-src 'none'; script-src 'nonce-a'` }
    const inner = site.serve('inner', '/', { body: pageHtml({ script, nonce: 'a' }), headers })
    const outer = `addEventListener('message', ({ data }) => { document.title = data })
      document.body.append(Object.assign(document.createElement('iframe'), { src: '${inner}' }))`
    const page = await browser.open(site.serve('outer', '/', { body: pageHtml({ script: outer }) }))
    await page.waitFor(`document.title === 'done'`)
    // The driver receives these events on another route than the page.
    for (const word of ['logged in vain', 'thrown in vain', 'rejected in vain', 'img-src'])
      await expect.poll(async () => (await page.consoleErrors()).join('\n')).toContain(word)
    await page.close()
  })

  it('evaluates expressions, promises and nothing alike, and tells why a wait was in vain', async () => {
    const { site, browser } = lab
    const page = await browser.open(site.serve('plain', '/', { body: pageHtml({ script: `console.error('the cause')` }) }))
    expect(await page.evaluate('({ a: [1, undefined] })')).toEqual({ a: [1, null] })
    expect(await page.evaluate('Promise.resolve(location.hostname)')).toBe('plain.localhost')
    expect(await page.evaluate('undefined')).toBeNull()
    await expect(page.evaluate('Promise.reject(new Error("no"))')).rejects.toThrow('no')
    await expect.poll(() => page.consoleErrors()).toEqual(['the cause'])
    await expect(page.waitFor('window.never', 200)).rejects.toThrow(/window\.never[^]*the cause/)
    expect((await page.screenshot()).subarray(1, 4).toString()).toBe('PNG')
    await page.close()
  })
})

it('serves a document only under its own label', async () => {
  const site = await startSite()
  site.serve('a', '/x', { body: 'here', headers: { 'x-lab': '1' } })
  const { port } = new URL(site.url('a'))
  const ask = (label: string): Promise<number | undefined> =>
    new Promise((answered, failed) => {
      const options = { host: '127.0.0.1', port, path: '/x', headers: { host: `${label}.localhost:${port}` } }
      get(options, (response) => answered(response.resume().statusCode)).on('error', failed)
    })
  const answers = [await ask('a'), await ask('b')]
  await site.close()
  expect(answers).toEqual([200, 404])
})
