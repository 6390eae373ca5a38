import { describe, expect, test, vi } from 'vitest'
import type { AppBridge } from '../bridge/app-bridge.ts'
import { CasementError } from '../../protocol/errors.ts'
import { INTRODUCTION, settled, stage, type Staged } from '../test-support/staged.ts'
import type { ConsentAnswer, ConsentRequest } from './consent.ts'
import { memoryConsent } from './consent.ts'
import type { Policy } from './policy.ts'

const handlers = (bridge: AppBridge): void => {
  bridge.onopenlink = async () => ({})
  bridge.ondownloadfile = async () => ({})
  bridge.onmessage = async () => ({})
  bridge.onupdatemodelcontext = async () => ({})
  bridge.onloggingmessage = () => {}
  bridge.oncreatesamplingmessage = async () => ({ model: 'm', role: 'assistant', content: { type: 'text', text: '' } })
}

const ready = async (...given: Parameters<typeof stage>): Promise<Staged> => {
  const staged = await stage(given[0], given[1] ?? handlers)
  await staged.shake()
  return staged
}

const link = { url: 'https://example.com/x' }
const message = { role: 'user', content: [{ type: 'text', text: 'hi' }] }
const download = { contents: [{ type: 'resource', resource: { uri: 'a/b.txt', text: '' } }] }
const sampling = { messages: [{ role: 'user', content: { type: 'text', text: '?' } }], maxTokens: 10 }

describe('R-106 audit', () => {
  test('each allowed, denied, failed and cancelled request emits one event', async () => {
    const staged = await ready({}, (bridge) => {
      handlers(bridge)
      bridge.onmessage = async () => {
        throw new Error('secret')
      }
      bridge.oncalltool = (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    })
    await staged.ask('ui/open-link', link)
    await staged.ask('ui/open-link', { url: 'javascript:1' })
    const failed = await staged.ask('ui/message', message)
    staged.post({ id: 'c', method: 'tools/call', params: { name: 't' } })
    await settled()
    staged.post({ method: 'notifications/cancelled', params: { requestId: 'c' } })
    await settled()
    staged.post({ method: 'notifications/message', params: { level: 'info', data: 1 } })
    await settled()
    expect(failed.error).toEqual({ code: -32603, message: 'Internal error' })
    expect(staged.audit.map(({ method, target, decision, rule }) => [method, target, decision, rule])).toEqual([
      ['ui/open-link', 'https://example.com/x', 'allowed', undefined],
      ['ui/open-link', 'javascript:1', 'denied', 'link'],
      ['ui/message', undefined, 'failed', undefined],
      ['tools/call', 't', 'cancelled', undefined],
      ['notifications/message', 'info', 'allowed', undefined],
    ])
    expect(staged.audit[0]).toMatchObject({
      app: staged.bridge.view,
      view: staged.bridge.view,
      appInfo: { name: 'test-app' },
      params: link,
    })
  })

  test('a message that the reader refuses is reported, without an audit event', async () => {
    const { ask, audit, reports } = await ready()
    const { error } = await ask('ui/open-link', { url: 7 })
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('params.url') })
    expect(audit).toEqual([])
    expect(reports).toEqual([expect.stringContaining('broken')])
  })
})

describe('R-230 R-249 the response to a denied request', () => {
  const no: Policy = async () => {
    throw new CasementError('DENIED', 'not today')
  }
  test.for<[method: string, params: object, result: object | undefined, code: number | undefined]>([
    ['ui/open-link', link, { isError: true, message: 'not today' }, undefined],
    ['ui/download-file', download, { isError: true, message: 'not today' }, undefined],
    ['ui/message', message, { isError: true, message: 'not today' }, undefined],
    ['ui/update-model-context', {}, undefined, -32000],
    ['sampling/createMessage', sampling, undefined, -32000],
    ['ui/request-display-mode', { mode: 'pip' }, { mode: 'inline' }, undefined],
  ])('%s', async ([method, params, result, code]) => {
    const { ask, audit } = await ready({ gate: { policies: [no] } })
    const answer = await ask(method, params)
    expect([answer.result, answer.error?.code]).toEqual([result, code])
    expect(audit).toMatchObject([{ decision: 'denied', why: 'not today' }])
  })

  test('is an error if the host chooses so (R-109)', async () => {
    const { ask } = await ready({ gate: { policies: [no], denyWith: 'error' } })
    expect((await ask('ui/open-link', link)).error).toEqual({ code: -32000, message: 'not today' })
  })
})

describe('budgets', () => {
  test.for<[method: string, params: object, budget: object]>([
    ['ui/open-link', link, { links: 2 }],
    ['ui/download-file', download, { downloads: 2 }],
    ['ui/message', message, { messages: 2 }],
    ['ui/update-model-context', { content: [{ type: 'text', text: 'x'.repeat(40) }] }, { contextBytes: 180 }],
    ['sampling/createMessage', sampling, { samplings: 2 }],
    ['dev.casement/state/write', { key: 'k', entry: { version: 1, value: 'xxxxxxxxxx' } }, { stateBytes: 120 }],
    ['ui/request-display-mode', { mode: 'inline' }, { others: 2 }],
    ['dev.casement/state/read', {}, { calls: 2 }],
  ])('%s: two requests pass, the third is refused, and after ten seconds two pass again', async ([method, params, budgets]) => {
    const { ask, audit, clock } = await ready({ gate: { budgets } })
    for (let n = 0; n < 3; n++) await ask(method, params)
    expect(audit.map(({ decision }) => decision)).toEqual(['allowed', 'allowed', 'denied'])
    expect(audit[2]?.rule).toBe('budget')
    clock.wind(10_000)
    for (let n = 0; n < 3; n++) await ask(method, params)
    expect(audit.slice(3).map(({ decision }) => decision)).toEqual(['allowed', 'allowed', 'denied'])
  })

  test('concurrent requests', async () => {
    const release: (() => void)[] = []
    const { post, audit, sent } = await ready({ gate: { budgets: { inFlight: 2 } } }, (bridge) => {
      bridge.onopenlink = () => new Promise((resolve) => release.push(() => resolve({})))
    })
    for (const id of ['a', 'b', 'c']) post({ id, method: 'ui/open-link', params: link })
    await vi.waitUntil(() => sent.some(({ id }) => id === 'c'))
    expect(sent.find(({ id }) => id === 'c')?.result).toMatchObject({ isError: true })
    for (const resolve of release) resolve()
    await settled()
    expect(audit.map(({ decision }) => decision)).toEqual(['denied', 'allowed', 'allowed'])
    post({ id: 'd', method: 'ui/open-link', params: link })
    await settled()
    expect(release).toHaveLength(3)
  })

  test.each(['constructor', '__proto__', 'toString'])(
    'a custom method called %s has the budget of other methods',
    async (method) => {
      const { ask } = await ready({ fallback: () => ({}), gate: { budgets: { others: 1 } } })
      expect((await ask(method)).result).toEqual({})
      expect((await ask(method)).error?.message).toMatch(/more than 1 others/)
    },
  )

  test('R-263 log messages are audited, and those above the budget are dropped without a response', async () => {
    const heard: unknown[] = []
    const { post, audit } = await ready({ gate: { budgets: { logs: 3 } } }, (bridge) => {
      bridge.onloggingmessage = (params) => heard.push(params)
    })
    for (let n = 0; n < 10; n++) post({ method: 'notifications/message', params: { level: 'info', data: n } })
    await settled()
    expect(heard).toHaveLength(3)
    expect(audit).toHaveLength(10)
  })
})

describe('consent', () => {
  const asking = (
    answers: (boolean | ConsentAnswer)[],
  ): { asked: ConsentRequest[]; ask: (request: ConsentRequest) => Promise<boolean | ConsentAnswer> } => {
    const asked: ConsentRequest[] = []
    return { asked, ask: async (request) => (asked.push(request), answers[asked.length - 1] ?? false) }
  }

  test('R-234, R-240, R-267 is required for links, downloads, messages and sampling, with the whole target', async () => {
    const { asked, ask: askUser } = asking([true, true, true, true])
    const { ask, bridge } = await ready({ app: 'server-1', gate: { consent: { ask: askUser } } })
    await ask('ui/open-link', { url: 'HTTPS://example.com/a b' })
    await ask('ui/download-file', download)
    await ask('ui/message', message)
    await ask('sampling/createMessage', sampling)
    await ask('ui/update-model-context', {})
    expect(asked.map(({ kind }) => kind)).toEqual([
      'ui/open-link https://example.com',
      'ui/download-file',
      'ui/message',
      'sampling/createMessage',
    ])
    expect(asked[0]).toMatchObject({ target: 'https://example.com/a%20b', app: 'server-1', view: bridge.view })
  })

  test('a refusal denies the request, and is stored only if the user chooses so', async () => {
    const { asked, ask: askUser } = asking([false, { allow: false, remember: true }, true])
    const { ask, audit } = await ready({ gate: { consent: { ask: askUser } } })
    for (let n = 0; n < 4; n++) expect((await ask('ui/open-link', link)).result).toMatchObject({ isError: true })
    expect(asked).toHaveLength(2)
    expect(audit.every(({ rule }) => rule === 'consent')).toBe(true)
  })

  test('stored consent applies to the same app and origin only', async () => {
    const store = memoryConsent()
    const { asked, ask: askUser } = asking([{ allow: true, remember: true }])
    const first = await ready({ app: 'one', gate: { consent: { ask: askUser, store } } })
    expect((await first.ask('ui/open-link', link)).result).toEqual({})
    expect((await first.ask('ui/open-link', { url: 'https://example.com/other' })).result).toEqual({})
    expect((await first.ask('ui/open-link', { url: 'https://evil.example/' })).result).toMatchObject({ isError: true })
    const second = await ready({ app: 'two', gate: { consent: { ask: askUser, store } } })
    expect((await second.ask('ui/open-link', link)).result).toMatchObject({ isError: true })
    expect(asked).toHaveLength(3)
  })

  test('a View cannot use the consent of another app by taking its name (R-123)', async () => {
    const store = memoryConsent()
    await store.set('good', 'ui/message', 'allow')
    const { asked, ask: askUser } = asking([])
    const staged = await ready({ app: 'evil', gate: { consent: { ask: askUser, store } } })
    await staged.shake({ appInfo: { name: 'good', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' })
    expect((await staged.ask('ui/message', message)).result).toMatchObject({ isError: true })
    expect(asked).toMatchObject([{ app: 'evil' }])
  })

  test('levels can be set by method and by kind', async () => {
    const levels = { 'ui/open-link': 'deny', 'ui/open-link https://example.com': 'allow', 'ui/message': 'deny' } as const
    const { ask } = await ready({ gate: { consent: { levels } } })
    expect((await ask('ui/open-link', link)).result).toEqual({})
    expect((await ask('ui/open-link', { url: 'https://other.example/' })).result).toMatchObject({ isError: true })
    expect((await ask('ui/message', message)).result).toMatchObject({ isError: true })
  })

  test('dialogs are shown one at a time, with at most three pending, and not for cancelled requests', async () => {
    const open: (() => void)[] = []
    const askUser = (): Promise<boolean> => new Promise((resolve) => open.push(() => resolve(true)))
    const { post, sent, audit } = await ready({ gate: { consent: { ask: askUser } } })
    for (const id of ['a', 'b', 'c', 'd']) post({ id, method: 'ui/open-link', params: link })
    await settled()
    expect(open).toHaveLength(1)
    expect(sent.find(({ id }) => id === 'd')?.result).toMatchObject({ isError: true })
    post({ method: 'notifications/cancelled', params: { requestId: 'a' } })
    await settled()
    expect(open).toHaveLength(2)
    open[1]?.()
    await settled()
    expect(sent.find(({ id }) => id === 'b')?.result).toEqual({})
    open[0]?.()
    await settled()
    expect(audit.map(({ decision }) => decision)).toEqual(['denied', 'cancelled', 'allowed'])
  })
})

describe('rules', () => {
  test('user activation is required if the page can detect it', async () => {
    let active = false
    const { ask, clock } = await ready({ gate: { isActive: () => active } })
    const early = ask('ui/open-link', link)
    await settled()
    clock.wind(200)
    expect((await early).result).toMatchObject({ isError: true })
    expect((await ask('ui/message', message)).result).toEqual({})
    active = true
    expect((await ask('ui/open-link', link)).result).toEqual({})
  })

  test.for<[title: string, mode: string, active: boolean, answer: boolean | undefined, entered: string, asked: number]>([
    ['after a click in the View', 'fullscreen', true, undefined, 'fullscreen', 0],
    ['without a click, where the user agrees', 'fullscreen', false, true, 'fullscreen', 1],
    ['without a click, where the user refuses', 'pip', false, false, 'inline', 1],
    ['without a click, where the host cannot ask', 'fullscreen', false, undefined, 'inline', 0],
    ['back to inline, without a click', 'inline', false, undefined, 'inline', 0],
  ])('a View takes the screen only by activation or consent: %s', async ([, mode, active, answer, entered, asked]) => {
    let questions = 0
    const ask = async (): Promise<boolean> => (questions++, answer ?? false)
    const consent = answer === undefined ? {} : { ask }
    const availableDisplayModes = ['inline', 'fullscreen', 'pip'] as const
    const staged = await stage(
      { hostContext: { availableDisplayModes: [...availableDisplayModes] }, gate: { isActive: () => active, consent } },
      (bridge) => (bridge.onrequestdisplaymode = async (params) => ({ mode: params.mode })),
    )
    await staged.shake({ ...INTRODUCTION, appCapabilities: { availableDisplayModes } })
    const response = staged.ask('ui/request-display-mode', { mode })
    await settled()
    staged.clock.wind(200)
    expect((await response).result).toEqual({ mode: entered })
    expect(questions).toBe(asked)
  })

  test('user activation that is reported shortly after the request is accepted', async () => {
    let active = false
    const { ask, clock } = await ready({ gate: { isActive: () => active } })
    const early = ask('ui/open-link', link)
    await settled()
    active = true
    clock.wind(200)
    expect((await early).result).toEqual({})
  })

  test.for([true, false])('asynchronous activation checks are awaited: %s', async (active) => {
    let tell: (active: boolean) => void = () => {}
    const answer = new Promise<boolean>((resolve) => (tell = resolve))
    const { ask, clock } = await ready({ gate: { isActive: () => answer } })
    const early = ask('ui/open-link', link)
    await settled()
    tell(active)
    await settled()
    clock.wind(200)
    expect('isError' in ((await early).result as object)).toBe(!active)
  })

  test('R-137 content of an unsupported kind is refused', async () => {
    const { ask, shake } = await stage({ capabilities: { message: { text: {} }, updateModelContext: { text: {} } } }, handlers)
    await shake()
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
    expect((await ask('ui/message', message)).result).toEqual({})
    expect((await ask('ui/message', { role: 'user', content: [image] })).result).toMatchObject({ isError: true })
    expect((await ask('ui/update-model-context', { content: [image] })).error?.code).toBe(-32602)
    expect((await ask('ui/update-model-context', { structuredContent: { a: 1 } })).error?.code).toBe(-32602)
  })

  test.for<[name: string, contents: object[]]>([
    ['nothing', []],
    ['a link that runs', [{ type: 'resource_link', uri: ' javascript:alert(1)', name: 'x' }]],
    ['a link to data', [{ type: 'resource_link', uri: 'data:text/html,x', name: 'x' }]],
  ])('R-237 downloads of %s are refused', async ([, contents]) => {
    const { ask } = await ready()
    expect((await ask('ui/download-file', { contents })).result).toMatchObject({ isError: true })
  })

  test('R-236 the download handler and the consent dialog get the same safe file names', async () => {
    const names: (readonly string[] | undefined)[] = []
    const consent = { ask: ({ fileNames }: ConsentRequest) => (names.push(fileNames), Promise.resolve({ allow: true })) }
    const { ask } = await ready({ gate: { consent } }, (bridge) => {
      bridge.ondownloadfile = async (_, { fileNames }) => (names.push(fileNames), {})
    })
    await ask('ui/download-file', { contents: [{ type: 'resource', resource: { uri: '../../x\u202E.txt', text: '' } }] })
    expect(names).toEqual([['x.txt'], ['x.txt']])
  })

  test('R-267, R-269, R-241 sampling requests are limited, and never include the conversation', async () => {
    const seen: object[] = []
    const { ask } = await ready({ gate: { sampling: { maxTokens: 5, maxMessages: 1 } } }, (bridge) => {
      bridge.oncreatesamplingmessage = async (params) => {
        seen.push(params)
        return { model: 'm', role: 'assistant', content: { type: 'text', text: '' } }
      }
    })
    await ask('sampling/createMessage', { ...sampling, includeContext: 'allServers' })
    expect(seen).toEqual([{ ...sampling, maxTokens: 5 }])
    expect(
      (await ask('sampling/createMessage', { ...sampling, messages: [...sampling.messages, ...sampling.messages] })).error?.code,
    ).toBe(-32000)
    expect((await ask('sampling/createMessage', { ...sampling, tools: [] })).error?.message).toContain('sampling.tools')
    expect((await ask('sampling/createMessage', { ...sampling, maxTokens: 0 })).error?.code).toBe(-32000)
  })

  test('R-096 a policy of the host runs after the built-in ones, and can change the request and inspect the result', async () => {
    const seen: unknown[] = []
    const policy: Policy = async (asked, next) => {
      seen.push(asked.params)
      const result = await next({ ...asked, params: { url: 'https://changed.example/' } })
      seen.push(result)
      return result
    }
    const { ask } = await ready({ gate: { policies: [policy] } }, (bridge) => {
      bridge.onopenlink = async ({ url }) => ({ url })
    })
    await ask('ui/open-link', { url: 'javascript:1' })
    expect((await ask('ui/open-link', { url: 'HTTPS://EXAMPLE.com' })).result).toEqual({ url: 'https://changed.example/' })
    expect(seen).toEqual([{ url: 'https://example.com/' }, { url: 'https://changed.example/' }])
  })
})
