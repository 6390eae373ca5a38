import { describe, expect, test } from 'vitest'
import { checkParams, isCapable, normalizeParams, type MethodTable } from './method-table.ts'
import { hostToProxy, hostToView, proxyToHost, viewToHost } from './methods.ts'

const row = ([method, entry]: [string, MethodTable[string]]): string => {
  const { capability, stability } = entry
  const required = capability
    ? `${capability.side}.${capability.path.join('/')}${capability.whenAbsent === 'unknown' ? '?' : ''}`
    : '-'
  const listener = 'handler' in entry ? entry.handler : entry.event
  return ['result' in entry ? 'request' : 'notification', method, required, stability, listener].filter(Boolean).join(' ')
}
const rows = (table: MethodTable): string[] => Object.entries(table).map(row).toSorted()

// The tables of requirements 3.1 and 3.2, written out: a change of the wire is a change here too.
describe('the method tables', () => {
  test('View to host', () => {
    expect(rows(viewToHost)).toEqual(
      [
        'request dev.casement/state/read host.experimental/dev.casement/state casement',
        'request dev.casement/state/write host.experimental/dev.casement/state casement',
        'request ping - stable',
        'request prompts/list - package onlistprompts',
        'request resources/list host.serverResources package onlistresources',
        'request resources/read host.serverResources stable onreadresource',
        'request resources/subscribe host.serverResources casement',
        'request resources/templates/list host.serverResources package onlistresourcetemplates',
        'request resources/unsubscribe host.serverResources casement',
        'request sampling/createMessage host.sampling draft oncreatesamplingmessage',
        'request tools/call host.serverTools stable oncalltool',
        'request tools/list host.serverTools draft onlisttools',
        'request ui/download-file host.downloadFile draft ondownloadfile',
        'request ui/initialize - stable',
        'request ui/message host.message? stable onmessage',
        'request ui/open-link host.openLinks stable onopenlink',
        'request ui/request-display-mode - stable onrequestdisplaymode',
        'request ui/update-model-context host.updateModelContext? stable onupdatemodelcontext',
        'notification notifications/cancelled - package',
        'notification notifications/message host.logging stable loggingmessage',
        'notification notifications/progress - package',
        'notification notifications/tools/list_changed app.tools/listChanged draft',
        'notification ui/notifications/initialized - stable initialized',
        'notification ui/notifications/request-teardown - draft requestteardown',
        'notification ui/notifications/size-changed - stable sizechange',
      ].toSorted(),
    )
  })

  test('host to View', () => {
    expect(rows(hostToView)).toEqual(
      [
        'request ping - stable',
        'request tools/call app.tools draft oncalltool',
        'request tools/list app.tools draft onlisttools',
        'request ui/resource-teardown - stable onteardown',
        'notification notifications/cancelled - package',
        'notification notifications/progress - package',
        'notification notifications/prompts/list_changed - package',
        'notification notifications/resources/list_changed host.serverResources/listChanged package',
        'notification notifications/resources/updated host.serverResources casement',
        'notification notifications/tools/list_changed host.serverTools/listChanged draft',
        'notification ui/notifications/host-context-changed - stable hostcontextchanged',
        'notification ui/notifications/tool-cancelled - stable toolcancelled',
        'notification ui/notifications/tool-input - stable toolinput',
        'notification ui/notifications/tool-input-partial - stable toolinputpartial',
        'notification ui/notifications/tool-result - stable toolresult',
      ].toSorted(),
    )
  })

  test('between host and sandbox proxy', () => {
    expect(rows(proxyToHost)).toEqual([
      'notification dev.casement/sandbox/downlink - casement',
      'notification dev.casement/sandbox/dropped - casement sandboxnote',
      'notification dev.casement/sandbox/navigated - casement sandboxnote',
      'notification dev.casement/sandbox/refused - casement',
      'notification dev.casement/sandbox/scrolled - casement sandboxnote',
      'notification dev.casement/sandbox/silent - casement sandboxnote',
      'notification dev.casement/sandbox/stopped - casement sandboxnote',
      'notification dev.casement/sandbox/view-report - casement sandboxnote',
      'notification ui/notifications/sandbox-proxy-ready - stable sandboxready',
    ])
    expect(rows(hostToProxy)).toEqual([
      'notification dev.casement/sandbox/downlink - casement',
      'notification dev.casement/sandbox/open - casement',
      'notification dev.casement/sandbox/theme - casement',
      'notification ui/notifications/sandbox-resource-ready - stable',
    ])
  })

  test.each(Object.entries({ ...viewToHost, ...hostToView, ...proxyToHost, ...hostToProxy }))(
    '%s is listed under its own method name',
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

describe('normalizeParams', () => {
  test('converts params to the form that their type promises (4.2)', () => {
    const block = { type: 'text', text: 'a' }
    expect(normalizeParams(viewToHost, 'ui/message', { role: 'user', content: block })).toEqual({
      role: 'user',
      content: [block],
    })
  })

  test('leaves the params of an unknown method as they are', () => {
    expect(normalizeParams(viewToHost, 'toString', 1)).toBe(1)
  })
})

describe('isCapable', () => {
  const message = viewToHost['ui/message'].capability
  const links = viewToHost['ui/open-link'].capability
  const state = viewToHost['dev.casement/state/read'].capability
  const changed = viewToHost['notifications/tools/list_changed'].capability

  test.each([
    [undefined, {}, true],
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
    [{ side: 'host', path: ['constructor'], whenAbsent: 'unsupported' } as const, { host: {} }, false],
  ])('%j with %j', (required, capabilities, expected) => {
    expect(isCapable(required, capabilities)).toBe(expected)
  })
})
