import { createHash } from 'node:crypto'
import type { FindingCode } from '../catalogue/catalogue.ts'
import { CAPABILITIES, CONTENT, MIME, page, RESOURCE, RESULT, SCRIPT, TOOL, URI } from './fixture-server.ts'
import {
  withChangedScript,
  withContent,
  withHead,
  withListing,
  withMeta,
  withOnlyScript,
  withScript,
  withTool,
  withUi,
  withUri,
  type Fixture,
} from './fixture.ts'
import type { LIVE_FIXTURES } from './live-fixtures.ts'

const failing = (method: string, code = -32_603): Fixture['broken'] => ({
  instead: { [method]: { error: { code, message: 'it broke' } } },
})
const schema = (inputSchema: unknown) => withTool({ inputSchema, annotations: {} })
const csp = { connectDomains: ['https://api.example.com'] }
const declared = (domains: readonly string[]) => ({ csp: { resourceDomains: domains } })
const cdn = 'https://cdn.example.com'
const HASHED = 'ui://weather/view.8ef22509b8e0.html'

/** A view that has what the bundles of the official SDK have since 0.4, and something more. */
const withOfficialSdk = (more: string) =>
  withOnlyScript(`class App { setupSizeChangedNotifications(){} getHostContext(){} requestDisplayMode(a,b){} updateModelContext(a,b){}
    connect(){ this.request("ui/initialize", { appInfo, appCapabilities, protocolVersion }).catch(fail); this.notify("ui/notifications/initialized"); parent.postMessage(m, "*") } }
    ${more}`)

/** Every code with a server that has the fault and nothing else, and a twin that has nothing. */
export const FIXTURES: Record<Exclude<FindingCode, keyof typeof LIVE_FIXTURES>, Fixture> = {
  'tools-undeclared': { broken: { capabilities: { ...CAPABILITIES, tools: undefined } }, clean: {} },
  'tools-list-failed': { broken: failing('tools/list'), clean: {} },
  'tools-list-endless': {
    broken: { instead: { 'tools/list': { result: { tools: [TOOL], nextCursor: 'again' } } } },
    clean: { instead: { 'tools/list': { result: { tools: [TOOL], nextCursor: '' } } } },
  },
  'no-ui-resource': { broken: withTool({ _meta: {} }), clean: { tools: [TOOL, { ...TOOL, name: 'plain', _meta: {} }] } },
  'resources-undeclared': { broken: { capabilities: { ...CAPABILITIES, resources: undefined } }, clean: {} },
  'extension-undeclared': {
    broken: { capabilities: { tools: {}, resources: {} } },
    clean: { capabilities: { ...CAPABILITIES, extensions: { 'io.modelcontextprotocol/ui': {}, 'com.example/other': {} } } },
  },
  'server-unnamed': { broken: { info: { name: '', version: '1.0.0' } }, clean: {} },
  'listing-failed': { broken: failing('resources/list'), clean: { resources: [] } },
  'listing-endless': {
    broken: { instead: { 'resources/list': { result: { resources: [], nextCursor: 'again' } } } },
    clean: { instead: { 'resources/list': { result: { resources: [] } } } },
  },

  'server-unauthorised': { broken: { instead: { 'tools/call': { status: 401 } } }, clean: {} },
  'server-session-lost': {
    broken: { session: 'one', instead: { 'resources/read': { status: 404 } } },
    clean: { session: 'one' },
  },
  'server-ping-unanswered': { broken: failing('ping', -32_601), clean: { era: 'modern', ...failing('ping', -32_601) } },

  'server-stdout-noise': { broken: { says: 'listening\n' }, clean: { says: '\n' } },

  'endpoint-unreachable': { broken: { also: failing('initialize') }, clean: { also: {} } },
  'endpoint-tools-differ': {
    broken: { also: { tools: [TOOL, { ...TOOL, name: 'history' }] } },
    clean: { also: withTool({ description: 'Le temps des prochains jours.' }) },
  },
  'endpoint-view-missing': { broken: { also: failing('resources/read', -32_601) }, clean: { also: { resources: [] } } },
  'endpoint-view-differs': {
    broken: { also: withScript('// built on Monday') },
    clean: {
      ...withMeta({ csp: { connectDomains: [], frameDomains: [] } }),
      also: withMeta({ csp: { frameDomains: [], connectDomains: [] } }),
    },
  },

  'tool-uri-flat-only': { broken: withTool({ _meta: { 'ui/resourceUri': URI } }), clean: {} },
  'tool-uri-nested-only': { broken: withTool({ _meta: { ui: { resourceUri: URI } } }), clean: {} },
  'tool-uris-differ': {
    broken: withTool({ _meta: { ui: { resourceUri: URI }, 'ui/resourceUri': 'ui://weather/other.html' } }),
    clean: {},
  },
  'tool-uri-not-text': { broken: withUri(7), clean: withUri('ui://7') },
  'tool-uri-scheme': { broken: withUri('https://weather.example/view.html'), clean: withUri('ui://weather.example/view.html') },
  'tool-uri-malformed': { broken: withUri('ui://weather/my view.html'), clean: withUri('ui://weather/my%20view.html') },
  'tool-uri-template': { broken: withUri('ui://weather/{place}'), clean: withUri('ui://weather/place') },
  'tool-uri-misplaced': { broken: withTool({ _meta: { resourceUri: URI } }), clean: {} },
  'tool-openai-only': {
    broken: withTool({ _meta: { 'openai/outputTemplate': URI } }),
    clean: withTool({ _meta: { ui: { resourceUri: URI }, 'ui/resourceUri': URI, 'openai/outputTemplate': URI } }),
  },
  'tool-visibility-malformed': { broken: withUi({ visibility: 'app' }), clean: withUi({ visibility: ['app'] }) },
  'tool-visibility-unknown': { broken: withUi({ visibility: ['apps'] }), clean: withUi({ visibility: ['app', 'model'] }) },
  'tool-visibility-empty': { broken: withUi({ visibility: [] }), clean: withUi({ visibility: ['model'] }) },
  'tool-visibility-misplaced': {
    broken: withTool({ _meta: { ui: { resourceUri: URI }, 'ui/resourceUri': URI, visibility: ['app'] } }),
    clean: withUi({ visibility: ['app'] }),
  },
  'tool-csp-misplaced': { broken: withUi({ csp }), clean: withMeta({ csp }) },
  'tool-permissions-misplaced': {
    broken: withUi({ permissions: { camera: {} } }),
    clean: withMeta({ permissions: { camera: {} } }),
  },
  'tool-view-meta-misplaced': { broken: withUi({ prefersBorder: true }), clean: withMeta({ prefersBorder: true }) },
  'tool-description-missing': { broken: withTool({ description: '' }), clean: {} },
  'tool-name-invalid': { broken: withTool({ name: 'show the forecast' }), clean: withTool({ name: 'show_the-forecast.2' }) },
  'tool-name-duplicate': { broken: { tools: [TOOL, TOOL] }, clean: { tools: [TOOL, { ...TOOL, name: 'history' }] } },
  'tool-schema-missing': { broken: schema(undefined), clean: schema({ type: 'object' }) },
  'tool-schema-not-object': { broken: schema({ type: 'string' }), clean: schema({ type: 'object', properties: {} }) },
  'tool-schema-required-unknown': {
    broken: schema({ type: 'object', properties: {}, required: ['place'] }),
    clean: schema({ type: 'object', properties: { place: {} }, required: ['place'] }),
  },
  'tool-schema-ref': {
    broken: schema({ type: 'object', properties: { place: { $ref: '#/$defs/place' } } }),
    clean: schema({ type: 'object', properties: { place: { $ref: '#/$defs/place' } }, $defs: { place: { type: 'string' } } }),
  },
  'tool-schema-root-union': {
    broken: schema({ type: 'object', anyOf: [{ required: [] }] }),
    clean: schema({ type: 'object', properties: { by: { anyOf: [{ type: 'string' }, { type: 'number' }] } } }),
  },
  'tool-output-schema-not-object': {
    broken: { ...withTool({ outputSchema: { type: 'array' } }), result: { ...RESULT, structuredContent: {} } },
    clean: { ...withTool({ outputSchema: { type: 'object' } }), result: { ...RESULT, structuredContent: {} } },
  },

  'resources-unsupported': { broken: failing('resources/read', -32_601), clean: {} },
  'resource-not-found': { broken: failing('resources/read', -32_002), clean: {} },
  'resource-failed': { broken: failing('resources/read'), clean: {} },
  'resource-timeout': { broken: { instead: { 'resources/read': 'nothing' } }, clean: {} },
  'resource-empty': { broken: { contents: [] }, clean: {} },
  'resource-several': { broken: { contents: [CONTENT, { ...CONTENT, uri: 'ui://weather/other' }] }, clean: {} },
  'resource-uri-differs': { broken: withContent({ uri: `${URI}/` }), clean: withContent({ uri: URI }) },
  'resource-mime-missing': { broken: withContent({ mimeType: undefined }), clean: withContent({ mimeType: MIME }) },
  'resource-mime-legacy': { broken: withContent({ mimeType: 'text/html+skybridge' }), clean: {} },
  'resource-mime-spelling': { broken: withContent({ mimeType: 'text/html; profile=mcp-app' }), clean: {} },
  'resource-not-html': { broken: withContent({ mimeType: 'application/json' }), clean: {} },
  'resource-no-content': { broken: withContent({ text: undefined }), clean: {} },
  'resource-blob-invalid': {
    broken: withContent({ text: undefined, blob: '/////w==' }),
    clean: withContent({ text: undefined, blob: Buffer.from(page('<meta name="x" content="°">')).toString('base64') }),
  },
  'resource-html-empty': { broken: withContent({ text: '\n' }), clean: {} },
  'resource-large': {
    broken: withScript(`const data = '${'x'.repeat(1_000_000)}'`),
    clean: withScript(`const data = '${'x'.repeat(900_000)}'`),
  },
  'resource-old-uri-lost': {
    broken: { ...withUri(HASHED), readable: HASHED },
    clean: withUri(HASHED),
  },
  'listing-mime-wrong': { broken: withListing({ mimeType: 'text/html' }), clean: withListing({ mimeType: undefined }) },
  'listing-name-missing': { broken: withListing({ name: undefined }), clean: {} },
  'listing-duplicate': {
    broken: { resources: [RESOURCE, RESOURCE] },
    clean: { resources: [RESOURCE, { ...RESOURCE, uri: 'ui://other' }] },
  },
  'listing-csp-only': {
    broken: withListing({ _meta: { ui: { csp } } }),
    clean: { ...withListing({ _meta: { ui: { csp } } }), ...withMeta({ csp }) },
  },
  'listing-csp-hidden': {
    broken: { ...withListing({ _meta: { ui: { csp } } }), ...withMeta({ prefersBorder: true }) },
    clean: { ...withListing({ _meta: { ui: { csp } } }), ...withMeta({ csp, prefersBorder: true }) },
  },
  'listing-csp-differs': {
    broken: { ...withListing({ _meta: { ui: { csp } } }), ...withMeta({ csp: declared([cdn]).csp }) },
    clean: { ...withListing({ _meta: { ui: { csp } } }), ...withMeta({ csp }) },
  },

  'meta-not-underscored': { broken: withContent({ meta: { ui: { csp } } }), clean: withMeta({ csp }) },
  'meta-misplaced': { broken: withContent({ _meta: { csp } }), clean: withMeta({ csp }) },
  'meta-key-unknown': { broken: withMeta({ preferBorder: true }), clean: withMeta({ prefersBorder: true }) },
  'csp-openai-only': {
    broken: withContent({ _meta: { 'openai/widgetCSP': { resource_domains: [cdn] } } }),
    clean: withContent({ _meta: { 'openai/widgetCSP': { resource_domains: [cdn] }, ui: declared([cdn]) } }),
  },
  'csp-not-object': { broken: withMeta({ csp: "default-src 'self'" }), clean: withMeta({ csp: {} }) },
  'csp-not-list': {
    broken: withMeta({ csp: { connectDomains: 'https://api.example.com' } }),
    clean: withMeta({ csp: { connectDomains: ['https://api.example.com'] } }),
  },
  'csp-key-unknown': {
    broken: withMeta({ csp: { connect_domains: ['https://api.example.com'] } }),
    clean: withMeta({ csp: { frameDomains: ['https://example.com'] } }),
  },
  'csp-entry-refused': {
    broken: withMeta({ csp: { connectDomains: ["https://api.example.com; script-src 'unsafe-eval'"] } }),
    clean: withMeta({ csp: { connectDomains: ['https://*.example.com', 'wss://live.example.com:8443'] } }),
  },
  'permissions-not-object': { broken: withMeta({ permissions: ['camera'] }), clean: withMeta({ permissions: {} }) },
  'permission-value-wrong': {
    broken: withMeta({ permissions: { camera: true } }),
    clean: withMeta({ permissions: { camera: {} } }),
  },
  'permission-unknown': {
    broken: withMeta({ permissions: { 'clipboard-write': {} } }),
    clean: withMeta({ permissions: { clipboardWrite: {} } }),
  },
  'prefers-border-wrong': { broken: withMeta({ prefersBorder: 'yes' }), clean: withMeta({ prefersBorder: false }) },
  'domain-not-host': {
    broken: withMeta({ domain: 'https://weather-example.oaiusercontent.com/' }),
    clean: withMeta({ domain: 'weather-example.oaiusercontent.com' }),
  },
  'domain-claude-mismatch': {
    broken: withMeta({ domain: '0123456789abcdef0123456789abcdef.claudemcpcontent.com' }),
    clean: withMeta({
      domain: `${createHash('sha256').update('https://weather.example/mcp').digest('hex').slice(0, 32)}.claudemcpcontent.com`,
    }),
  },
  'domain-unknown-host': { broken: withMeta({ domain: 'weather.example' }), clean: withMeta({}) },

  'html-doctype-missing': { broken: withContent({ text: page().replace('<!doctype html>', '') }), clean: {} },
  'html-charset-missing': {
    broken: withContent({ text: page().replace('<meta charset="utf-8">', '<p>18 °C</p>') }),
    clean: withHead('<meta name="unit" content="°C">'),
  },
  'html-no-script': { broken: withContent({ text: page().replace(/<script>[^]*<\/script>/, '') }), clean: {} },
  'html-script-unclosed': { broken: withContent({ text: page().split('</script>')[0] }), clean: {} },
  'html-script-cut': {
    broken: withScript(`holder.innerHTML = '<script></script>'`),
    clean: withScript(`holder.innerHTML = '<script><\\/script>'`),
  },
  'html-link-blocked': {
    broken: withHead('<a href="https://weather.example" target="_blank">More</a>'),
    clean: withContent({
      text: page(
        '<a href="https://weather.example" target="_blank">More</a>',
        `${SCRIPT}\nonclick = () => post({ method: 'ui/open-link' })`,
      ),
    }),
  },
  'html-relative-url': {
    broken: withHead('<script src="./chart.js"></script>'),
    clean: withHead('<!-- <script src="./chart.js"></script> --><link rel="icon" href="data:,">'),
  },
  'html-external-blocked': {
    broken: withHead(`<link rel="stylesheet" href="${cdn}/style.css">`, declared(['https://other.example'])),
    clean: withHead(`<link rel="stylesheet" href="${cdn}/style.css">`, declared(['https://*.example.com'])),
  },
  'html-insecure-url': {
    broken: withHead('<img src="http://cdn.example.com/sun.png" alt="">'),
    clean: withHead(`<img src="${cdn}/sun.png" alt="">`, declared([cdn])),
  },
  'html-frame-blocked': {
    broken: withHead('<iframe src="https://maps.example.com/"></iframe>'),
    clean: withHead('<iframe src="https://maps.example.com/"></iframe>', { csp: { frameDomains: ['https://maps.example.com'] } }),
  },
  'html-object-blocked': {
    broken: withHead('<object data="data:image/svg+xml,"></object>'),
    clean: withHead('<img src="data:," alt="">'),
  },
  'html-base-blocked': {
    broken: withHead('<base href="https://example.com/">'),
    clean: withHead('<base href="https://example.com/">', { csp: { baseUriDomains: ['https://example.com'] } }),
  },
  'html-own-policy': {
    broken: withHead(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`),
    clean: withHead('<meta name="description" content="Content-Security-Policy">'),
  },
  'html-refresh': {
    broken: withHead('<meta http-equiv="refresh" content="0;url=https://example.com">'),
    clean: withHead('<meta name="refresh">'),
  },
  'html-development-build': {
    broken: withHead('<script type="module" src="/@vite/client"></script>'),
    clean: withHead(
      '<script type="module" src="http://localhost:5173/@vite/client"></script>',
      declared(['http://localhost:5173']),
    ),
  },
  'html-source-map': {
    broken: withScript('//# sourceMappingURL=data:application/json;base64,e30='),
    clean: withScript('// no map here'),
  },
  'css-url-relative': {
    broken: withHead('<style>p { background: url(sun.png) }</style>'),
    clean: withHead('<style>p { background: url(data:image/png;base64,AA==); mask: url(#sun) }</style>'),
  },
  'css-url-blocked': {
    broken: withHead(`<style>@import url("${cdn}/font.css");</style>`),
    clean: withHead(`<style>@import url("${cdn}/font.css");</style>`, declared([cdn])),
  },
  'css-viewport-height': {
    broken: withHead('<style>html, body { margin: 0; height: 100vh }</style>'),
    clean: withHead('<style>body { min-height: 100vh } .map { height: 100vh }</style>'),
  },

  'script-eval': {
    broken: withScript('const add = new Function("a", "return a")'),
    clean: withScript('const x = page.eval(1), isFunction = (f) => f instanceof Function'),
  },
  'script-wasm': {
    broken: withScript('await WebAssembly.instantiate(bytes)'),
    clean: withScript('const has = typeof WebAssembly'),
  },
  'script-import-unresolved': {
    broken: withHead(`<script type="module">import { App } from './app.js'</script>`),
    clean: withHead(`<script type="module">const text = "import { App } from './app.js'"</script>`),
  },
  'script-import-blocked': {
    broken: withHead(`<script type="module">import { App } from '${cdn}/app.js'</script>`),
    clean: withHead(
      `<script type="importmap">{"imports":{"app":"${cdn}/app.js"}}</script><script type="module">import { App } from 'app'</script>`,
      declared([cdn]),
    ),
  },
  'view-silent': { broken: withOnlyScript('document.body.append("hello")'), clean: {} },
  'script-mcp-initialize': { broken: withChangedScript('ui/initialize', 'initialize'), clean: {} },
  'script-no-app-info': { broken: withChangedScript('appInfo', 'clientInfo'), clean: {} },
  'script-no-app-capabilities': { broken: withChangedScript('appCapabilities', 'capabilities'), clean: {} },
  'script-no-protocol-version': { broken: withChangedScript(`protocolVersion: '2026-01-26',`, ''), clean: {} },
  'script-old-version': { broken: withChangedScript('2026-01-26', '2025-11-21'), clean: {} },
  'view-not-initialized': { broken: withChangedScript('ui/notifications/initialized', 'ui/ready'), clean: {} },
  'script-answer-ignored': {
    broken: withChangedScript('if (data.error) document.body.textContent = data.error.message\n    else if', 'if'),
    clean: {},
  },
  'script-handler-late': {
    broken: withScript('await app.connect()\napp.ontoolresult = show'),
    clean: withScript('app.ontoolresult = show\nawait app.connect()'),
  },
  'script-posts-to-itself': { broken: withChangedScript('parent', 'self'), clean: {} },
  'script-target-origin': {
    broken: withChangedScript(`...message }, '*')`, '...message }, window.location.origin)'),
    clean: withChangedScript(`...message }, '*')`, '...message }, hostOrigin)'),
  },
  'script-reaches-parent': { broken: withScript('window.parent.document.title'), clean: withScript('node.parent.document') },
  'script-history-unguarded': {
    broken: withScript(`history.replaceState({ view: 'city' }, '', '/city/rome')\ntry { draw() } catch {}`),
    clean: withScript(`history.replaceState({ view: 'city' }, '')\ntry { history.pushState(null, '', '#rome') } catch {}`),
  },
  'script-origin-demanded': {
    broken: withChangedScript('if (source !== window.parent) return', `if (origin === 'null') return`),
    clean: withScript(`const isOurs = url.origin === base.origin`),
  },
  'script-storage-unguarded': {
    broken: withScript(`const unit = localStorage.getItem('unit')\ntry { draw(unit) } catch {}`),
    clean: withScript(`try { localStorage.setItem('unit', 'C') } catch {}`),
  },
  'script-dialog': { broken: withScript(`alert('Saved')`), clean: withScript(`dialog.confirm('Saved')`) },
  'script-popup': { broken: withScript(`window.open('https://example.com')`), clean: withScript('panel.open()') },
  'script-openai-only': {
    broken: withOnlyScript('document.body.append(window.openai.toolOutput)'),
    clean: withScript('if (window.openai) use(window.openai)'),
  },
  'script-mcp-ui-only': {
    broken: withOnlyScript(`parent.postMessage({ type: 'ui-lifecycle-iframe-ready' }, '*')`),
    clean: withScript(`post({ type: 'ui-lifecycle-iframe-ready' })`),
  },
  'script-connect-blocked': {
    broken: withScript('fetch(`https://api.example.com/${place}`)'),
    clean: withScript('fetch(`https://api.example.com/${place}`)', { csp }),
  },
  'script-connect-relative': { broken: withScript(`fetch('/api/weather')`), clean: withScript(`cache.fetch('/api/weather')`) },
  'script-service-worker': {
    broken: withScript(`navigator.serviceWorker.register(file)`),
    clean: withScript('const has = "serviceWorker" in navigator'),
  },
  'script-permission-undeclared': {
    broken: withScript('navigator.geolocation.getCurrentPosition(show)'),
    clean: withScript('navigator.geolocation.getCurrentPosition(show)', { permissions: { geolocation: {} } }),
  },

  'sdk-draft': {
    broken: withOfficialSdk('ask(LATEST, "2025-11-21")'),
    clean: withOfficialSdk('ask(LATEST, "2026-01-26")'),
  },
  'sdk-too-old': {
    broken: withOfficialSdk('ask(LATEST, "2026-01-26"); app.downloadFile({})'),
    clean: withOfficialSdk('ask(LATEST, "2026-01-26"); app.downloadFile && app.downloadFile({})'),
  },

  'result-no-text': {
    broken: { result: { content: [], structuredContent: {} } },
    clean: { result: { ...RESULT, structuredContent: {} } },
  },
  'result-structured-missing': {
    broken: withTool({ outputSchema: { type: 'object' } }),
    clean: { ...withTool({ outputSchema: { type: 'object' } }), result: { ...RESULT, isError: true } },
  },
  'result-embedded-view': {
    broken: {
      result: {
        content: [...(RESULT['content'] as unknown[]), { type: 'resource', resource: { uri: 'ui://weather/other', text: '' } }],
      },
    },
    clean: {
      result: { content: [...(RESULT['content'] as unknown[]), { type: 'resource', resource: { uri: 'file:///a', text: '' } }] },
    },
  },
  'result-call-failed': { broken: failing('tools/call'), clean: { result: { ...RESULT, isError: true } } },
}
