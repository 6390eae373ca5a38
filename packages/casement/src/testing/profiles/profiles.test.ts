import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MountOptions } from '../../host/mount/options.ts'
import type { SandboxProvider } from '../../host/frame/sandbox-provider.ts'
import { applyProfile, claudeDomain } from './apply-profile.ts'
import { isProfileId, PROFILE_IDS, profileOf, type ProfileId } from './profiles.ts'

type Opened = Parameters<SandboxProvider['open']>[0]

/** Options of a View, and what its sandbox was asked for. */
function start(id: ProfileId) {
  const opened: Opened[] = []
  const sandbox = { open: async (resource: Opened) => (opened.push(resource), {} as never) }
  const given: MountOptions = {
    client: { callTool: async () => ({}) },
    tool: { name: 't' },
    sandbox,
    bridge: { view: 'v' },
    handlers: { onopenlink: () => ({}) },
  }
  return { given, options: applyProfile(profileOf(id), given), opened }
}

beforeEach(() => void vi.stubGlobal('innerHeight', 1000))
afterEach(() => void vi.unstubAllGlobals())

describe('every profile', () => {
  test.each(PROFILE_IDS)('%s keeps what it does not change', (id) => {
    const { given, options } = start(id)
    expect(options).toMatchObject({ client: given.client, tool: given.tool, bridge: { view: 'v' } })
    expect(options.handlers?.onopenlink).toBe(given.handlers?.onopenlink)
  })

  test('is known by its name, and nothing else is', () => {
    expect(PROFILE_IDS.every(isProfileId)).toBe(true)
    expect(['', 'toString', '__proto__', undefined, {}].some(isProfileId)).toBe(false)
  })
})

test('strict forgives no handshake, lenient does', () => {
  expect(start('strict').options.bridge?.compat).toBe(false)
  expect(start('spec-lenient').options.bridge?.compat).toBe(true)
})

test('hosts of others have none of our extensions', () => {
  for (const id of ['claude', 'chatgpt', 'vscode', 'goose'] as const)
    expect(start(id).options.bridge).toMatchObject({ state: false, directPort: false })
  expect(start('strict').options.bridge).not.toHaveProperty('state')
})

test('VS Code shows Views inline, not higher than it does, and lists nothing', () => {
  const { options } = start('vscode')
  expect(options).toMatchObject({ displayModes: ['inline'], containerDimensions: { maxHeight: 800 } })
  expect(options.handlers).toHaveProperty('onlisttools', undefined)
  expect(options.handlers).not.toHaveProperty('oncalltool')
})

test('goose hands no permissions to the sandbox', async () => {
  const { options, opened } = start('goose')
  await options.sandbox.open({ app: 'a', html: '', permissions: { camera: {} }, csp: { frameDomains: ['https://a.example'] } })
  expect(opened[0]).toMatchObject({ permissions: undefined, csp: { frameDomains: ['https://a.example'] } })
})

describe('Claude', () => {
  const app = 'https://example.com/mcp'
  test('does not honour frameDomains', async () => {
    const { options, opened } = start('claude')
    await options.sandbox.open({
      app,
      html: '',
      csp: { frameDomains: ['https://a.example'], connectDomains: ['https://b.example'] },
    })
    expect(opened[0]?.csp).toEqual({ connectDomains: ['https://b.example'] })
  })

  test('shows nothing when the domain is not the one it computes (R-045, R-046)', async () => {
    const { options, opened } = start('claude')
    await expect(options.sandbox.open({ app, html: '', domain: 'mine.claudemcpcontent.com' })).rejects.toThrow('_meta.ui.domain')
    expect(opened).toEqual([])
    const domain = await claudeDomain(app)
    expect(domain).toMatch(/^[0-9a-f]{32}\.claudemcpcontent\.com$/)
    await options.sandbox.open({ app, html: '', domain })
    await options.sandbox.open({ app, html: '' })
    expect(opened).toHaveLength(2)
  })

  test('computes it from the exact address (R-046)', async () => {
    expect(await claudeDomain(`${app}/`)).not.toBe(await claudeDomain(app))
  })
})
