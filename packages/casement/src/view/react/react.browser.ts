import { createElement, StrictMode, useEffect, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forgetPageSession, memoryHost, type MemoryHost } from '../bindings/test-support/memory-host.ts'
import type { App } from '../index.ts'
import * as bound from './index.ts'

const roots: Root[] = []
const appInfo = { name: 'lab', version: '1.0.0' }

afterEach(() => {
  for (const root of roots.splice(0)) root.unmount()
  forgetPageSession()
  document.body.replaceChildren()
  document.documentElement.removeAttribute('style')
  delete document.documentElement.dataset['theme']
})

/** Renders a component that returns text, under StrictMode. */
function show(component: () => ReactNode): { place: HTMLElement; root: Root } {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  roots.push(root)
  root.render(createElement(StrictMode, null, createElement(component)))
  return { place, root }
}

const options = (host: MemoryHost): bound.UseAppOptions => ({ appInfo, autoResize: false, open: () => host.open() })

describe('useApp under StrictMode', () => {
  test('makes one App and shakes hands once, though effects run twice', async () => {
    const host = memoryHost()
    const created = vi.fn<(app: App) => void>()
    const effect = vi.fn<() => void>()
    const { place } = show(() => {
      const { app, isConnected } = bound.useApp({ ...options(host), onAppCreated: created })
      useEffect(effect, [])
      return `${isConnected} ${app?.appInfo.name}`
    })
    await vi.waitFor(() => expect(place.textContent).toBe('true lab'))
    expect(effect).toHaveBeenCalledTimes(2)
    expect(created).toHaveBeenCalledTimes(1)
    await vi.waitFor(() => expect(host.heard).toEqual(['ui/initialize', 'initialized']))
  })

  test('tells why it could not connect, in the words of the host', async () => {
    const host = memoryHost({}, { refuses: true })
    const { place } = show(() => bound.useApp(options(host)).error?.message)
    await vi.waitFor(() => expect(place.textContent).toContain('not today'))
  })

  test('says so when the connection is over', async () => {
    const host = memoryHost()
    const { place } = show(() => String(bound.useApp(options(host)).isConnected))
    await vi.waitFor(() => expect(place.textContent).toBe('true'))
    host.peer.close()
    await vi.waitFor(() => expect(place.textContent).toBe('false'))
  })
})

describe('what the host tells', () => {
  test('is shown as it comes, and each hook renders for its own piece only', async () => {
    const host = memoryHost({ theme: 'light' })
    let made: App | undefined
    const renders = { input: 0 }
    const Input = ({ app }: { app: App | null }) => {
      renders.input++
      return `${JSON.stringify(bound.useToolInputPartial(app)?.arguments)}|${JSON.stringify(bound.useToolInput(app)?.arguments)}`
    }
    const { place } = show(() => {
      const { app } = bound.useApp({ ...options(host), onAppCreated: (created) => (made = created) })
      const context = bound.useHostContext(app)
      const result = bound.useToolResult(app)
      return [createElement(Input, { app, key: 'input' }), `|${JSON.stringify(result?.structuredContent)}|${context?.theme}`]
    })
    await vi.waitFor(() => expect(place.textContent).toBe('undefined|undefined|undefined|light'))
    host.peer.notify('ui/notifications/tool-input-partial', { arguments: { city: 'Zür' } })
    await vi.waitFor(() => expect(place.textContent).toBe('{"city":"Zür"}|undefined|undefined|light'))
    host.peer.notify('ui/notifications/tool-input', { arguments: { city: 'Zürich' } })
    await vi.waitFor(() => expect(place.textContent).toBe('undefined|{"city":"Zürich"}|undefined|light'))
    host.peer.notify('ui/notifications/tool-result', { content: [], structuredContent: { sun: 7 } })
    await vi.waitFor(() => expect(place.textContent).toContain('|{"sun":7}|light'))
    // A component that reads the input alone is left alone by the context.
    const lonely = show(() => createElement(Input, { app: made ?? null }))
    await vi.waitFor(() => expect(lonely.place.textContent).toContain('Zürich'))
    roots.splice(0, 1)[0]?.unmount()
    const before = renders.input
    host.peer.notify('ui/notifications/host-context-changed', { theme: 'dark' })
    await vi.waitFor(() => expect(made?.hostContext?.theme).toBe('dark'))
    await new Promise(requestAnimationFrame)
    expect(renders.input).toBe(before)
  })

  test('becomes the look of the document, theme included', async () => {
    const styles = { variables: { '--color-text-primary': 'rgb(1, 2, 3)' }, css: { fonts: '@font-face { font-family: Lab }' } }
    const host = memoryHost({ theme: 'dark', styles })
    const sheets = document.adoptedStyleSheets.length
    const { place } = show(() => {
      bound.useHostStyles(bound.useApp(options(host)).app)
      return bound.useDocumentTheme()
    })
    await vi.waitFor(() => expect(place.textContent).toBe('dark'))
    const { style } = document.documentElement
    expect([style.colorScheme, style.getPropertyValue('--color-text-primary')]).toEqual(['dark', 'rgb(1, 2, 3)'])
    expect(document.adoptedStyleSheets).toHaveLength(sheets + 1)
    host.peer.notify('ui/notifications/host-context-changed', { theme: 'light' })
    await vi.waitFor(() => expect(place.textContent).toBe('light'))
  })

  test('is applied from a given context before there is an App', async () => {
    show(() => {
      bound.useHostStyleVariables(null, { theme: 'dark' })
      bound.useHostFonts(null, { theme: 'light' })
      return null
    })
    await vi.waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'))
  })
})

test('useAutoResize reports sizes while it is mounted', async () => {
  const host = memoryHost()
  const { place, root } = show(() => {
    bound.useAutoResize(bound.useApp(options(host)).app)
    return createElement('div', { style: { height: '50px' } })
  })
  await vi.waitFor(() => expect(host.heard).toContain('size'))
  root.unmount()
  const before = host.heard.length
  place.style.height = '900px'
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  expect(host.heard).toHaveLength(before)
})

describe('useAppState', () => {
  test('shows what was kept, and keeps what is set by value or by function', async () => {
    const host = memoryHost()
    host.entries['count'] = { version: 1, value: 5 }
    let set: (next: number | ((before: number) => number)) => void = () => {}
    const { place } = show(() => {
      const { app } = bound.useApp(options(host))
      const [count, setCount] = bound.useAppState(app, 'count', 0)
      set = setCount
      return String(count)
    })
    await vi.waitFor(() => expect(place.textContent).toBe('5'))
    set((before) => before + 1)
    set((before) => before + 1)
    await vi.waitFor(() => expect(place.textContent).toBe('7'))
    await vi.waitFor(() => expect(host.entries['count']).toEqual({ version: 1, value: 7 }))
    set(1)
    await vi.waitFor(() => expect(host.entries['count']).toEqual({ version: 1, value: 1 }))
  })

  test('keeps what was set before there was an App, over what the host had', async () => {
    const host = memoryHost()
    host.entries['count'] = { version: 1, value: 5 }
    const { place } = show(() => {
      const { app } = bound.useApp(options(host))
      const [count, setCount] = bound.useAppState(app, 'count', 0)
      useEffect(() => setCount((before) => before + 40), [])
      return String(count)
    })
    await vi.waitFor(() => expect(host.entries['count']).toEqual({ version: 1, value: 80 }))
    await vi.waitFor(() => expect(place.textContent).toBe('80'))
  })

  test('tells onerror what could not be kept', async () => {
    const host = memoryHost()
    const onerror = vi.fn<(error: Error) => void>()
    let set: (next: string) => void = () => {}
    const { place } = show(() => {
      const { app } = bound.useApp({ ...options(host), onAppCreated: (made) => (made.onerror = onerror) })
      const [, setText] = bound.useAppState(app, 'text', '', { maxSize: 10 })
      set = setText
      return String(Boolean(app))
    })
    await vi.waitFor(() => expect(place.textContent).toBe('true'))
    set('much too long for ten characters')
    await vi.waitFor(() => expect(onerror).toHaveBeenCalledWith(expect.objectContaining({ code: 'OVER_BUDGET' })))
  })
})
