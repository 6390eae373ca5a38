import { expect, test, vi } from 'vitest'
import { viewFrame } from '../test-support/view-frame.ts'

const INFO = { name: 'view', version: '1' }
const OPTIONS = { autoResize: false }

test('R-232 R-233: links, window.open and downloads go through the host, the rest stays with the browser', async () => {
  const { view, host, window, frame } = await viewFrame(
    `<body><a id=out href="https://example.com/a?b#c"><b>x</b></a><a id=in href="#here">y</a>
     <a id=data href="data:text/csv,a%2Cb" download="t.csv">z</a><p id=here>h</p><a id=far href="https://example.com/f.pdf" download>f</a>`,
    { hostCapabilities: { openLinks: {}, downloadFile: {} } },
  )
  const asked: unknown[] = []
  host.handle('ui/open-link', ({ url }) => (asked.push(url), {}))
  host.handle('ui/download-file', ({ contents }) => (asked.push(contents), {}))
  await new view.App(INFO, {}, OPTIONS).connect()
  const page = frame.contentDocument as Document
  const click = async (element: Element | null): Promise<void> => {
    const before = asked.length
    ;(element as HTMLElement).click()
    await vi.waitUntil(() => asked.length > before)
  }
  await click(page.querySelector('#out b'))
  page.querySelector<HTMLElement>('#in')?.click()
  await click(page.querySelector('#data'))
  await click(page.querySelector('#far'))
  const blob = Object.assign(page.createElement('a'), { download: 'b.bin' })
  blob.href = window.URL.createObjectURL(new window.Blob([new Uint8Array([0, 255, 128])], { type: 'application/x-b' }))
  page.body.append(blob)
  await click(blob)
  expect(window.open('https://example.com/opened')).toBeNull()
  await vi.waitUntil(() => asked.length === 5)
  expect(asked).toEqual([
    'https://example.com/a?b#c',
    [{ type: 'resource', resource: { uri: 'file:///t.csv', mimeType: 'text/csv', text: 'a,b' } }],
    [{ type: 'resource_link', uri: 'https://example.com/f.pdf', name: 'https://example.com/f.pdf' }],
    [{ type: 'resource', resource: { uri: 'file:///b.bin', mimeType: 'application/x-b', blob: 'AP+A' } }],
    'https://example.com/opened',
  ])
})

test('R-233: clicks on anchors that are not in the document go through the host too', async () => {
  const { view, host, frame } = await viewFrame('<body>', { hostCapabilities: { openLinks: {}, downloadFile: {} } })
  const asked: unknown[] = []
  host.handle('ui/open-link', ({ url }) => (asked.push(url), {}))
  host.handle('ui/download-file', ({ contents }) => (asked.push(contents), {}))
  await new view.App(INFO, {}, OPTIONS).connect()
  const page = frame.contentDocument as Document
  const link = Object.assign(page.createElement('a'), { href: 'https://example.com/away' })
  link.click()
  link.click()
  const file = Object.assign(page.createElement('a'), { href: 'data:text/csv,a', download: 't.csv' })
  page.createElement('div').append(file)
  file.dispatchEvent(new MouseEvent('click', { cancelable: true }))
  const handled = Object.assign(page.createElement('a'), { href: 'https://example.com/handled' })
  handled.addEventListener('click', (event) => event.preventDefault())
  handled.click()
  await vi.waitUntil(() => asked.length === 3)
  expect(asked).toEqual([
    'https://example.com/away',
    'https://example.com/away',
    [{ type: 'resource', resource: { uri: 'file:///t.csv', mimeType: 'text/csv', text: 'a' } }],
  ])
})
