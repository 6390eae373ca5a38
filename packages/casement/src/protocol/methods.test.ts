import { describe, expect, test } from 'vitest'
import { checkParams, isGateOpen, readParams, type MethodTable } from './method-table.ts'
import { hostToProxy, hostToView, proxyToHost, viewToHost } from './methods.ts'
import { viewRequests } from './view-requests.ts'

const row = ([method, entry]: [string, MethodTable[string]]): string => {
  const gate = entry.gate ? `${entry.gate.of}.${entry.gate.path.join('/')}${entry.gate.absent === 'unknown' ? '?' : ''}` : '-'
  return `${'result' in entry ? 'call' : 'note'} ${method} ${gate} ${entry.source}`
}
const rows = (table: MethodTable): string[] => Object.entries(table).map(row).toSorted()

// The tables of requirements 3.1 and 3.2, written out: a change of the wire is a change here too.
describe('the method tables', () => {
  test('what a View asks for, by its params alone, is all of it but what is read before there is an answer', () => {
    const { ping, 'ui/initialize': initialize, ...table } = viewToHost
    const asked = Object.entries(table).filter(([, entry]) => 'result' in entry)
    expect([ping, initialize].every((entry) => 'result' in entry)).toBe(true)
    expect(Object.keys(viewRequests).toSorted()).toEqual(asked.map(([method]) => method).toSorted())
    for (const [method, { params }] of asked) expect(viewRequests[method as 'ui/message'].params).toBe(params)
  })

  test('View to host', () => {
    expect(rows(viewToHost)).toEqual([
      'call dev.casement/state/read host.experimental/dev.casement/state casement',
      'call dev.casement/state/write host.experimental/dev.casement/state casement',
      'call ping - stable',
      'call prompts/list - package',
      'call resources/list host.serverResources package',
      'call resources/read host.serverResources stable',
      'call resources/subscribe host.serverResources casement',
      'call resources/templates/list host.serverResources package',
      'call resources/unsubscribe host.serverResources casement',
      'call sampling/createMessage host.sampling draft',
      'call tools/call host.serverTools stable',
      'call tools/list host.serverTools draft',
      'call ui/download-file host.downloadFile draft',
      'call ui/initialize - stable',
      'call ui/message host.message? stable',
      'call ui/open-link host.openLinks stable',
      'call ui/request-display-mode - stable',
      'call ui/update-model-context host.updateModelContext? stable',
      'note notifications/cancelled - package',
      'note notifications/message host.logging stable',
      'note notifications/progress - package',
      'note notifications/tools/list_changed app.tools/listChanged draft',
      'note ui/notifications/initialized - stable',
      'note ui/notifications/request-teardown - draft',
      'note ui/notifications/size-changed - stable',
    ])
  })

  test('host to View', () => {
    expect(rows(hostToView)).toEqual([
      'call ping - stable',
      'call tools/call app.tools draft',
      'call tools/list app.tools draft',
      'call ui/resource-teardown - stable',
      'note notifications/cancelled - package',
      'note notifications/progress - package',
      'note notifications/prompts/list_changed - package',
      'note notifications/resources/list_changed host.serverResources/listChanged package',
      'note notifications/resources/updated host.serverResources casement',
      'note notifications/tools/list_changed host.serverTools/listChanged draft',
      'note ui/notifications/host-context-changed - stable',
      'note ui/notifications/tool-cancelled - stable',
      'note ui/notifications/tool-input - stable',
      'note ui/notifications/tool-input-partial - stable',
      'note ui/notifications/tool-result - stable',
    ])
  })

  test('between host and sandbox proxy', () => {
    expect(rows(proxyToHost)).toEqual(['note ui/notifications/sandbox-proxy-ready - stable'])
    expect(rows(hostToProxy)).toEqual(['note ui/notifications/sandbox-resource-ready - stable'])
  })

  test.each(Object.entries({ ...viewToHost, ...hostToView, ...proxyToHost, ...hostToProxy }))(
    '%s stands under the name that its message has',
    (method, entry) => {
      expect(entry.method).toBe(method)
    },
  )
})

describe('checkParams', () => {
  test.each([
    ['ui/open-link', {}, 'params.url: expected a string, got nothing'],
    ['ui/open-link', undefined, 'params: expected an object, got nothing'],
    ['ui/open-link', { url: 'https://a.example', more: 1 }, undefined],
    ['ui/notifications/initialized', undefined, undefined],
    ['ui/notifications/initialized', null, 'params: expected an object, got null'],
    ['ui/message', { role: 'user', content: { type: 'text', text: 'a' } }, undefined],
    ['ui/message', { role: 'assistant', content: [] }, 'params.role: expected "user", got "assistant"'],
    ['dev.casement/state/write', { key: 'a', entry: null }, undefined],
    ['dev.casement/state/write', { key: 'a', entry: { value: 1 } }, 'params.entry.version: expected an integer, got nothing'],
    ['ui/notifications/size-changed', { height: Number.NaN }, 'params.height: expected a number, got the number NaN'],
    ['no/such/method', 1, undefined],
    ['constructor', 1, undefined],
    ['__proto__', 1, undefined],
  ])('%s %j', (method, params, problem) => {
    expect(checkParams(viewToHost, method, params)).toBe(problem)
  })
})

describe('readParams', () => {
  test('hands on the one spelling that the type promises (4.2)', () => {
    const block = { type: 'text', text: 'a' }
    expect(readParams(viewToHost, 'ui/message', { role: 'user', content: block })).toEqual({
      params: { role: 'user', content: [block] },
    })
  })

  test('says what is wrong', () => {
    expect(readParams(viewToHost, 'ui/message', { role: 'user' })).toEqual({
      problem: expect.stringMatching(/^params\.content: expected /) as string,
    })
  })

  test('leaves the params of an unknown method to whoever knows it', () => {
    expect(readParams(viewToHost, 'toString', 1)).toEqual({ params: 1 })
  })
})

describe('isGateOpen', () => {
  const message = viewToHost['ui/message'].gate
  const links = viewToHost['ui/open-link'].gate
  const state = viewToHost['dev.casement/state/read'].gate
  const changed = viewToHost['notifications/tools/list_changed'].gate

  test.each([
    [null, {}, true],
    [links, {}, false],
    [links, { host: {} }, false],
    [links, { host: { openLinks: {} } }, true],
    [links, { app: { openLinks: {} } }, false],
    [message, { host: {} }, 'unknown'],
    [message, { host: { message: { text: {} } } }, true],
    [state, { host: { experimental: {} } }, false],
    [state, { host: { experimental: { 'dev.casement/state': {} } } }, true],
    [changed, { app: { tools: {} } }, false],
    [changed, { app: { tools: { listChanged: false } } }, false],
    [changed, { app: { tools: { listChanged: true } } }, true],
    [{ of: 'host', path: ['constructor'], absent: 'unsupported' } as const, { host: {} }, false],
  ])('%j with %j', (gate, capabilities, open) => {
    expect(isGateOpen(gate, capabilities)).toBe(open)
  })
})
