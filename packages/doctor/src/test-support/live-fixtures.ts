import type { RUNNING_FINDINGS } from '../catalogue/running-findings.ts'
import type { SHOWING_FINDINGS } from '../catalogue/showing-findings.ts'
import { CONTENT, RESULT, TOOL, URI, type FixtureServer } from './fixture-server.ts'
import type { Fixture } from './fixture.ts'

/** A View that does everything rightly, by hand: each fixture takes one thing away from it. */
export const SCRIPT = `
  const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const notify = (method, params = {}) => post({ method, params })
  const show = (text) => { document.querySelector('p').textContent = text }
  const setTheme = (theme) => { document.documentElement.style.colorScheme = theme }
  const hear = {
    'ui/notifications/tool-input-partial': (params) => show('Waiting for ' + (params.arguments?.place ?? 'a place')),
    'ui/notifications/tool-input': (params) => show('Waiting for ' + params.arguments.place),
    'ui/notifications/tool-result': (result) => {
      show(result.isError ? result.content[0].text : result.structuredContent?.sky ?? result.content[0].text)
      after()
    },
    'ui/notifications/tool-cancelled': (params) => show('There will be none: ' + params.reason),
    'ui/notifications/host-context-changed': ({ theme }) => theme && setTheme(theme),
  }
  const after = () => {}
  // The doctor sends pings while it lets time pass.
  let later = () => {}
  const connected = () => {}
  addEventListener('message', ({ source, data }) => {
    if (source !== window.parent) return
    if (data.error) show(data.error.message)
    else if (data.method === 'ping') later(post({ id: data.id, result: {} }))
    else if (data.method === 'ui/resource-teardown') post({ id: data.id, result: {} })
    else if (data.method) hear[data.method]?.(data.params)
    else if (data.id === 1) {
      setTheme(data.result.hostContext.theme)
      notify('ui/notifications/initialized')
      connected()
    }
  })
  const start = () => post({ id: 1, method: 'ui/initialize', params: {
    protocolVersion: '2026-01-26', appInfo: { name: 'weather', version: '1.0.0' }, appCapabilities: {} } })
  start()`

const STYLE = ':root { color-scheme: light dark } body { margin: 8px; font: 16px sans-serif }'

interface Parts {
  readonly script?: string
  readonly style?: string
  readonly body?: string
  readonly ui?: unknown
}

/** A View from its parts. */
export const view = ({ script = SCRIPT, style = STYLE, body = '<p>Weather</p>', ui = {} }: Parts = {}): FixtureServer => ({
  contents: [
    {
      ...CONTENT,
      text: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Weather</title><style>${style}</style></head><body>${body}<script>${script}</script></body></html>`,
      _meta: { ui },
    },
  ],
  result: { ...RESULT, structuredContent: { sky: 'Sunny' } },
})

/** The View that has nothing. */
export const LIVE: FixtureServer = view()

/** The View with something in place of something else. */
export const changed = (from: string, to: string): FixtureServer => {
  if (!SCRIPT.includes(from)) throw new Error(`the script of the fixtures has no ${from}`)
  return view({ script: SCRIPT.replace(from, to) })
}

/** The View that does something more when its result has come. */
export const afterwards = (code: string): FixtureServer => changed('const after = () => {}', `const after = () => { ${code} }`)

/** The View that does something more when it has connected. */
const onceConnected = (code: string): FixtureServer =>
  changed('const connected = () => {}', `const connected = () => { ${code} }`)

/** A tool that only Views call. */
export const helper = { ...TOOL, name: 'refresh', _meta: { ui: { visibility: ['app'] } } }
const exact = {
  ...TOOL,
  inputSchema: {
    type: 'object',
    properties: { place: { type: 'string' }, unit: { type: 'string' } },
    required: ['place', 'unit'],
  },
}
const call = `post({ id: 7, method: 'tools/call', params: { name: 'refresh', arguments: { place: 'Rome' } } })`

type LiveCode = keyof typeof RUNNING_FINDINGS | keyof typeof SHOWING_FINDINGS

/** Every code that only a browser tells, with a View that has the fault and nothing else, and a twin that has nothing. */
export const LIVE_FIXTURES: Record<LiveCode, Fixture> = {
  'wire-notification-id': {
    broken: changed(
      `notify('ui/notifications/initialized')`,
      `notify('ui/notifications/initialized'); post({ id: 'size', method: 'ui/notifications/size-changed', params: { height: 100 } })`,
    ),
    clean: LIVE,
  },
  'wire-read-failed': {
    broken: {
      ...afterwards(`post({ id: 8, method: 'resources/read', params: { uri: 'ui://weather/icons.json' } })`),
      readable: URI,
    },
    clean: afterwards(`post({ id: 8, method: 'resources/read', params: { uri: '${URI}' } })`),
  },
  'wire-not-object': {
    broken: changed(
      `window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')`,
      `window.parent.postMessage([{ jsonrpc: '2.0', ...message }], '*')`,
    ),
    clean: LIVE,
  },
  'wire-initialize-repeated': { broken: changed('  start()', '  start(); setTimeout(start)'), clean: LIVE },
  'wire-flood': {
    broken: afterwards(`for (let id = 100; id < 130; id++) post({ id, method: 'ping', params: {} })`),
    clean: afterwards(`for (let id = 100; id < 103; id++) post({ id, method: 'ping', params: {} })`),
  },
  'look-hidden': {
    broken: view({ style: `${STYLE} html:not(.hydrated) body { visibility: hidden }` }),
    clean: view({ style: `${STYLE} .panel { visibility: hidden }`, body: '<p>Weather</p><p class="panel">Details</p>' }),
  },
  'view-script-error': { broken: changed('  start()', '  undefined.start(); start()'), clean: LIVE },
  'view-blocked': {
    broken: afterwards(`fetch(['https:', '', 'api.example.com', ''].join('/')).catch(() => {})`),
    clean: {
      ...view({
        script: SCRIPT.replace(
          'const after = () => {}',
          `const after = () => { fetch(['http:', '', 'localhost:9', ''].join('/')).catch(() => {}) }`,
        ),
        ui: { csp: { connectDomains: ['http://localhost:9'] } },
      }),
    },
  },
  'view-dev-page': {
    broken: {
      ...view({
        body: '<p>Weather</p><script type="module" src="http://localhost:9/@vite/client"></script>',
        script: SCRIPT.replace('  start()', '  // start() is in a module that Vite serves'),
        ui: { csp: { resourceDomains: ['http://localhost:9'] } },
      }),
    },
    clean: LIVE,
  },
  'view-stopped': {
    // So many that they are a flood on a busy machine too, which reads them slowly.
    broken: onceConnected(`for (let at = 0; at < 100_000; at++) notify('notifications/message', { level: 'info', data: at })`),
    clean: onceConnected(`for (let at = 0; at < 100; at++) notify('notifications/message', { level: 'info', data: at })`),
  },
  'code-error': { broken: afterwards('undefined.draw()'), clean: afterwards('try { undefined.draw() } catch {}') },
  'code-rejection': {
    broken: afterwards(`Promise.reject(new Error('no map'))`),
    clean: afterwards(`Promise.reject(new Error('no map')).catch(() => {})`),
  },
  'code-console-error': { broken: afterwards(`console.error('no map')`), clean: afterwards(`console.info('no map')`) },
  'code-load-failed': {
    broken: afterwards(`document.body.append(Object.assign(new Image(), { alt: 'Sun', src: 'data:image/png,' + 'no' }))`),
    clean: afterwards(
      `document.body.append(Object.assign(new Image(), { alt: 'Sun', src: 'data:image/svg+xml,' + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>') }))`,
    ),
  },
  'wire-initialized-early': {
    broken: changed('  start()', `  start(); notify('ui/notifications/initialized')`),
    clean: LIVE,
  },
  'wire-request-early': {
    broken: changed('  start()', `  start(); post({ id: 5, method: 'ui/request-display-mode', params: { mode: 'inline' } })`),
    clean: onceConnected(`post({ id: 5, method: 'ui/request-display-mode', params: { mode: 'inline' } })`),
  },
  'wire-malformed': {
    broken: onceConnected(`window.parent.postMessage({ method: 'ui/notifications/size-changed', params: { height: 90 } }, '*')`),
    clean: onceConnected(`window.parent.postMessage({ type: 'selection-changed', payload: { rows: 3 } }, '*')`),
  },
  'wire-method-unknown': {
    // Spelled so that only what is sent tells the name.
    broken: onceConnected(`notify(['ui', 'notifications', 'sizeChanged'].join('/'), { height: 90 })`),
    clean: onceConnected(`notify('ui/notifications/size-changed', { height: 90 })`),
  },
  'wire-params-invalid': {
    broken: onceConnected(`post({ id: 5, method: 'ui/request-display-mode', params: { mode: 7 } })`),
    clean: onceConnected(`post({ id: 5, method: 'ui/request-display-mode', params: { mode: 'inline' } })`),
  },
  'wire-call-failed': {
    broken: { ...onceConnected(call), tools: [TOOL, { ...helper, _meta: { ui: { visibility: ['model'] } } }] },
    clean: { ...onceConnected(call), tools: [TOOL, helper] },
  },
  'wire-tool-unlisted': { broken: onceConnected(call), clean: LIVE },
  'wire-teardown-unanswered': { broken: changed(`data.method === 'ui/resource-teardown'`, 'false'), clean: LIVE },
  'wire-source-unchecked': { broken: changed('if (source !== window.parent) return', ''), clean: LIVE },

  'look-blank': { broken: view({ style: `${STYLE} p { clip-path: inset(50%) }` }), clean: LIVE },
  'look-undefined': {
    broken: changed('result.structuredContent?.sky ?? result.content[0].text', "'Wind: ' + result.structuredContent?.wind"),
    clean: LIVE,
  },
  'look-light-unreadable': {
    broken: view({ style: `${STYLE} body { color: light-dark(#fff, #eee) }` }),
    clean: LIVE,
  },
  'look-size-unreported': {
    broken: view({ style: `${STYLE} p { height: 700px }` }),
    clean: view({
      style: `${STYLE} p { height: 700px }`,
      script: SCRIPT.replace(
        'const connected = () => {}',
        `const connected = () => notify('ui/notifications/size-changed', { height: 750 })`,
      ),
    }),
  },
  'look-size-zero': {
    broken: view({
      script: SCRIPT.replace(
        'const connected = () => {}',
        `const connected = () => notify('ui/notifications/size-changed', { height: 1 })`,
      ),
    }),
    clean: onceConnected(`notify('ui/notifications/size-changed', { height: 90 })`),
  },
  'look-size-grows': {
    broken: onceConnected(
      `addEventListener('resize', () => notify('ui/notifications/size-changed', { height: innerHeight + 20 })); notify('ui/notifications/size-changed', { height: innerHeight + 20 })`,
    ),
    clean: onceConnected(
      `addEventListener('resize', () => notify('ui/notifications/size-changed', { height: 90 })); notify('ui/notifications/size-changed', { height: 90 })`,
    ),
  },
  'look-size-shrinks': {
    broken: onceConnected(
      `addEventListener('resize', () => notify('ui/notifications/size-changed', { height: innerHeight - 1 })); notify('ui/notifications/size-changed', { height: innerHeight - 1 })`,
    ),
    clean: onceConnected(
      `addEventListener('resize', () => notify('ui/notifications/size-changed', { height: 80 })); notify('ui/notifications/size-changed', { height: 80 })`,
    ),
  },
  'look-overflow': {
    broken: view({ style: `${STYLE} p { width: 600px }` }),
    clean: view({ style: `${STYLE} p { max-width: 600px }` }),
  },
  'look-dark-unreadable': {
    broken: view({ style: `${STYLE} body { color: #111 }` }),
    // The button inverts both colours, so its text has the colour of the page.
    clean: view({
      style: `${STYLE} body { color: light-dark(#111, #eee) } button { color: light-dark(#eee, #111); background: light-dark(#111, #eee) }`,
      body: '<p>Weather</p><button>A button with more text than the rest of the page</button>',
    }),
  },
  'look-dark-ignored': {
    broken: view({ style: `${STYLE} html { background: #fff } body { color: #111 }` }),
    clean: view({ style: `${STYLE} html { background: light-dark(#fff, #111) } body { color: light-dark(#111, #eee) }` }),
  },
  'look-inaccessible': {
    broken: view({ body: '<p>Weather</p><button></button>' }),
    clean: view({ body: '<p>Weather</p><button>Refresh</button>' }),
  },

  'mount-second-fails': {
    broken: changed(
      '  start()',
      `  let count = 0; try { count = Number(localStorage.getItem('count')); localStorage.setItem('count', count + 1) } catch {}; if (count === 0) start()`,
    ),
    clean: changed('  start()', `  try { localStorage.setItem('count', 1) } catch {}; start()`),
  },
  'mount-reload-fails': {
    broken: view({
      script: SCRIPT.replace(
        `'ui/resource-teardown') post({ id: data.id, result: {} })`,
        `'ui/resource-teardown') { post({ id: data.id, result: {} }); if (data.params?.reason === 'reload') try { localStorage.setItem('closed', 'yes') } catch {} }`,
      ).replace(
        '  start()',
        `  let closed = null; try { closed = localStorage.getItem('closed') } catch {}; if (!closed) start()`,
      ),
    }),
    clean: LIVE,
  },
  'data-late-fails': {
    broken: changed(
      `show('Waiting for ' + params.arguments.place)`,
      `{ show('Waiting for ' + params.arguments.place); later = () => { hear['ui/notifications/tool-result'] = () => undefined.draw() } }`,
    ),
    clean: LIVE,
  },
  'data-late-ignored': {
    broken: changed(
      `show('Waiting for ' + params.arguments.place)`,
      `{ show('Waiting for ' + params.arguments.place); later = () => { delete hear['ui/notifications/tool-result'] } }`,
    ),
    clean: LIVE,
  },
  'data-late-only': {
    broken: changed(
      'let later = () => {}',
      `const draw = hear['ui/notifications/tool-result']
  delete hear['ui/notifications/tool-result']
  let later = () => { hear['ui/notifications/tool-result'] = draw }`,
    ),
    clean: LIVE,
  },
  'data-cancelled-fails': { broken: changed(`show('There will be none: ' + params.reason)`, 'undefined.draw()'), clean: LIVE },
  'data-cancelled-ignored': { broken: changed(`show('There will be none: ' + params.reason)`, 'undefined'), clean: LIVE },
  'data-partial-fails': {
    broken: { ...changed(`(params.arguments?.place ?? 'a place')`, 'params.arguments.unit.toUpperCase()'), tools: [exact] },
    clean: { ...LIVE, tools: [exact] },
  },
  'data-error-fails': {
    broken: changed(
      'result.isError ? result.content[0].text : result.structuredContent?.sky ?? result.content[0].text',
      `result.structuredContent?.sky ?? (result.isError ? undefined.text : result.content[0].text)`,
    ),
    clean: LIVE,
  },
  'data-error-ignored': { broken: changed('show(result.isError', 'if (!result.isError) show(result.isError'), clean: LIVE },
  'data-stripped-fails': {
    broken: changed('result.structuredContent?.sky ?? result.content[0].text', 'result.structuredContent.sky'),
    clean: LIVE,
  },
  'data-stripped-ignored': {
    broken: changed('?? result.content[0].text)', "?? document.querySelector('p').textContent)"),
    clean: LIVE,
  },
}
