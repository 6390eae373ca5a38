import { profileOf as hostProfileOf } from 'casement/testing/profiles'
import type { AuditEvent, MountedApp, MountEventMap, MountOptions, SandboxProvider } from 'casement/host'
import { describe, expect, test } from 'vitest'
import { createViewRegistry, type ViewRegistry } from './view-registry.ts'
import { profileChoices } from './lab.ts'
import { createWireLog } from './wire-log.ts'

/** Storage in memory. */
function storageOf(kept: Record<string, string> = {}): Storage & { readonly kept: Record<string, string> } {
  return {
    kept,
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => void (kept[key] = text),
  } as never
}

/** A mounted View that tells what the test tells. */
function fakeMounted() {
  const listeners: Partial<Record<string, (detail: never) => void>> = {}
  const on = (event: string, receive: (detail: never) => void) => {
    listeners[event] = receive
    return () => delete listeners[event]
  }
  return {
    mounted: { events: { on } } as unknown as MountedApp,
    tell: <E extends keyof MountEventMap>(event: E, detail: MountEventMap[E]) => listeners[event]?.(detail as never),
  }
}

const ticket = { mode: 'opaque' } as Awaited<ReturnType<SandboxProvider['open']>>
const given = (bridge: MountOptions['bridge'] = {}): MountOptions => ({
  client: { callTool: async () => ({}) },
  tool: { name: 't' },
  app: 'an app',
  sandbox: { open: async () => ticket },
  bridge,
})

describe('an instrumented View', () => {
  test('is heard on the wire, in its acts and in what it is shown with, and whoever listened before still hears', async () => {
    const log = createWireLog({ nextFrame: () => {} })
    const registry = createViewRegistry(storageOf())
    const heard: unknown[] = []
    const options = registry.instrument(
      'v',
      log,
      given({ trace: ({ bytes }) => heard.push(bytes), audit: ({ method }) => heard.push(method) }),
    )
    options.bridge?.trace?.({ at: 1, direction: 'from-view', path: 'relay', message: { jsonrpc: '2.0', method: 'a' }, bytes: 7 })
    options.bridge?.trace?.({
      at: 2,
      direction: 'from-view',
      path: 'relay',
      message: { jsonrpc: '2.0', method: 'dev.casement/sandbox/scrolled' },
      bytes: 8,
    })
    options.bridge?.audit?.({ method: 'tools/call', decision: 'allowed' } as AuditEvent)
    await options.sandbox.open({ app: 'an app', html: '<p>' })
    const { mounted, tell } = fakeMounted()
    registry.register({ id: 'v', entry: 'e', mounted, tool: 't', server: 's' })
    tell('report', { kind: 'console', level: 'warn', message: 'hm' })
    tell('step', { name: 'fetch', at: 5, elapsed: 5 })
    const notes = registry.views.at(0)?.notes
    expect(heard).toEqual([7, 8, 'tools/call'])
    expect(log.entries.map(({ view, hop, path }) => [view, hop, path])).toEqual([
      ['v', 'view-host', 'relay'],
      ['v', 'sandbox', 'relay'],
    ])
    expect(notes).toMatchObject({
      app: 'an app',
      profile: 'strict',
      resource: { html: '<p>' },
      ticket,
      audit: [{ method: 'tools/call' }],
      reports: [{ report: { message: 'hm' } }],
      steps: [{ name: 'fetch' }],
    })
  })

  test('that begins anew has a new waterfall', () => {
    const registry = createViewRegistry(storageOf())
    registry.instrument('v', createWireLog({ nextFrame: () => {} }), given())
    const { mounted, tell } = fakeMounted()
    registry.register({ id: 'v', entry: 'e', mounted, tool: 't', server: 's' })
    tell('step', { name: 'fetch', at: 5, elapsed: 5 })
    tell('step', { name: 'mint', at: 9, elapsed: 9 })
    tell('step', { name: 'fetch', at: 50, elapsed: 2 })
    expect(registry.views[0]?.notes.steps).toMatchObject([{ at: 50 }])
  })

  test('goes over the relay while there are faults, because they befall what passes there', () => {
    const registry = createViewRegistry(storageOf())
    const direct = (): boolean | undefined =>
      registry.instrument('v', createWireLog({ nextFrame: () => {} }), given()).bridge?.directPort
    expect(direct()).toBeUndefined()
    registry.lab.set((before) => ({ ...before, faults: [{ name: 'drop' }] }))
    expect(direct()).toBe(false)
  })
})

test('a View that leaves is gone, and finds its notes when it comes back', () => {
  const registry = createViewRegistry(storageOf())
  registry.instrument('v', createWireLog({ nextFrame: () => {} }), given())
  const enter = (): (() => void) =>
    registry.register({ id: 'v', entry: 'e', mounted: fakeMounted().mounted, tool: 't', server: 's' })
  const leave = enter()
  const notes = registry.views.at(0)?.notes
  leave()
  expect(registry.views).toEqual([])
  enter()
  enter()
  expect(registry.views).toHaveLength(1)
  expect(registry.views[0]?.notes).toBe(notes)
})

describe('the lab', () => {
  const profileOf = ({ lab }: ViewRegistry): string => hostProfileOf(lab.get().profile).id

  test('keeps the profile for the next time, and never faults', () => {
    const storage = storageOf()
    const registry = createViewRegistry(storage)
    registry.lab.set((before) => ({ ...before, profile: 'goose', faults: [{ name: 'drop' }] }))
    expect(createViewRegistry(storageOf(storage.kept)).lab.get()).toMatchObject({ profile: 'goose', faults: [] })
  })

  test.each(['', 'null', '{', '{"profile":"__proto__"}', '[]'])('is plain when %j was kept', (kept) => {
    expect(profileOf(createViewRegistry(storageOf({ 'casement.lab': kept })))).toBe('strict')
  })

  test('starts with the profile of the command, if it was given one', () => {
    const registry = createViewRegistry(storageOf({ 'casement.lab': '{"profile":"goose"}' }))
    registry.startWith('strict')
    expect(profileOf(registry)).toBe('goose')
    registry.startWith('vscode')
    expect(profileOf(registry)).toBe('vscode')
  })

  test('starts with the profile of a file, which can be chosen again and is not kept', () => {
    const storage = storageOf({ 'casement.lab': '{"profile":"goose"}' })
    const registry = createViewRegistry(storage)
    const mine = { ...hostProfileOf('goose'), id: 'mine' }
    registry.startWith(mine)
    expect(registry.lab.get()).toMatchObject({ profile: mine, given: mine })
    registry.lab.set((before) => ({ ...before, profile: 'strict' }))
    expect(profileChoices(registry.lab.get())[0]).toBe(mine)
    registry.lab.set((before) => ({ ...before, profile: mine }))
    expect(profileOf(createViewRegistry(storageOf(storage.kept)))).toBe('strict')
  })
})
