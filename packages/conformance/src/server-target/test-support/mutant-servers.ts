import { EXTENSION_ID, RESOURCE_MIME_TYPE as MIME, RESOURCE_URI_META_KEY as FLAT } from 'casement/protocol'
import { type Fields, fieldsOf } from '../session.ts'
import { page, type Parts, SOUND, URI } from './little-server.ts'

const [TOOL = {}, HELPER = {}] = SOUND.tools
const [LISTED = {}] = SOUND.resources
const [CONTENT = {}] = SOUND.contents
const META = fieldsOf(TOOL['_meta'])
const CSP = { connectDomains: ['https://api.example.com'] }

type Broken = Partial<Parts>

const tool = (members: Fields): Broken => ({ tools: [{ ...TOOL, ...members }, HELPER] })
const toolMeta = (members: Fields): Broken => tool({ _meta: { ...META, ...members } })
const toolUi = (members: Fields): Broken => toolMeta({ ui: { ...fieldsOf(META['ui']), ...members } })
const at = (uri: unknown): Broken => ({
  ...tool({ _meta: { ui: { resourceUri: uri }, [FLAT]: uri } }),
  contents: [{ ...CONTENT, uri }],
})
const content = (members: Fields): Broken => ({ contents: [{ ...CONTENT, ...members }] })
const listed = (members: Fields): Broken => ({ resources: [{ ...LISTED, ...members }] })
const ui = (members: Fields): Broken => content({ _meta: { ui: { ...fieldsOf(fieldsOf(CONTENT['_meta'])['ui']), ...members } } })
const html = (head: string, script?: string): Broken => content({ text: page(head, script) })
const result = (members: Fields): Broken => ({ result: { ...SOUND.result, ...members } })
const failing = (method: string, code = -32_603): Broken => ({
  instead: { [method]: { error: { code, message: 'it broke' } } },
})
const capabilities = (members: Fields): Broken => ({ capabilities: { tools: {}, resources: {}, ...members } })

/** Each name is a check; each server is broken in what that check is about, and in nothing else. */
export const MUTANTS: Readonly<Record<string, Broken>> = {
  'tools/declared': { capabilities: { resources: {} } },
  'tools/listed': failing('tools/list'),
  'tools/pages-end': { instead: { 'tools/list': { result: { tools: SOUND.tools, nextCursor: 'again' } } } },
  'tools/app-only-listed': { tools: [TOOL] },
  'tools/uri-text': at(7),
  'tools/uri-scheme': at('https://weather.example/view.html'),
  'tools/uri-well-formed': at('ui://weather/my view.html'),
  'tools/uri-no-template': at('ui://weather/{place}'),
  'tools/uri-place': tool({ _meta: { resourceUri: URI } }),
  'tools/uri-nested': tool({ _meta: { [FLAT]: URI } }),
  'tools/uri-mirrored': tool({ _meta: { ui: { resourceUri: URI } } }),
  'tools/uris-agree': toolMeta({ [FLAT]: 'ui://weather/other.html' }),
  'tools/more-than-openai': tool({ _meta: { 'openai/outputTemplate': URI } }),
  'tools/visibility-list': toolUi({ visibility: 'app' }),
  'tools/visibility-values': toolUi({ visibility: ['apps'] }),
  'tools/visibility-somebody': toolUi({ visibility: [] }),
  'tools/visibility-place': toolMeta({ visibility: ['app'] }),
  'tools/no-csp': toolUi({ csp: CSP }),
  'tools/no-permissions': toolUi({ permissions: { camera: {} } }),
  'tools/no-view-metadata': toolUi({ prefersBorder: true }),
  'tools/unique-names': { tools: [TOOL, HELPER, HELPER] },
  'tools/input-schema': tool({ inputSchema: undefined }),

  'resources/declared': { capabilities: { tools: {} } },
  'resources/served': failing('resources/read', -32_601),
  'resources/exist': failing('resources/read', -32_002),
  'resources/list-answered': failing('resources/list'),
  'resources/pages-end': { instead: { 'resources/list': { result: { resources: [], nextCursor: 'again' } } } },
  'resources/not-empty': { instead: { 'resources/read': { result: { contents: [] } } } },
  'resources/one-item': { contents: [CONTENT, { ...CONTENT, uri: 'ui://weather/other' }] },
  'resources/same-uri': content({ uri: `${URI}/` }),
  'resources/mime': content({ mimeType: 'text/html' }),
  'resources/mime-exact': content({ mimeType: 'text/html; profile=mcp-app' }),
  'resources/text-or-blob': content({ text: undefined }),
  'resources/blob-decodes': content({ text: undefined, blob: '/////w==' }),
  'resources/html-there': content({ text: '\n' }),
  'resources/html-doctype': content({ text: page().replace('<!doctype html>', '') }),
  'resources/html-complete': content({ text: page().split('</script>')[0] }),
  'resources/listed-mime': listed({ mimeType: 'text/html' }),
  'resources/listed-name': listed({ name: undefined }),
  'resources/listed-once': { resources: [LISTED, LISTED] },
  'resources/unknown-refused': { reads: 'anything' },
  'resources/every-session': { reads: 'first-session-only' },
  'resources/same-metadata': { laterMeta: { ui: { prefersBorder: false } } },
  'resources/listed-scheme': { resources: [LISTED, { ...LISTED, uri: 'https://weather.example/view.html' }] },
  'resources/listed-readable': { resources: [LISTED, { ...LISTED, uri: 'ui://weather/gone.html' }] },

  'meta/underscore': content({ _meta: undefined, meta: CONTENT['_meta'] }),
  'meta/place': content({ _meta: { csp: CSP } }),
  'meta/known-members': ui({ background: 'red' }),
  'meta/border-boolean': ui({ prefersBorder: 'yes' }),
  'meta/csp-object': ui({ csp: ['https://api.example.com'] }),
  'meta/csp-members': ui({ csp: { ...CSP, connect_domains: [] } }),
  'meta/csp-lists': ui({ csp: { connectDomains: 'https://api.example.com' } }),
  'meta/csp-origins': ui({ csp: { connectDomains: ['https://api.example.com; script-src *'] } }),
  'meta/permissions-object': ui({ permissions: ['camera'] }),
  'meta/permissions-known': ui({ permissions: { bluetooth: {} } }),
  'meta/permissions-values': ui({ permissions: { camera: true } }),
  'meta/domain-name': ui({ domain: 'https://weather.example/' }),
  'meta/domain-of-a-host': ui({ domain: 'weather.example' }),
  'meta/csp-where-it-is-read': content({ _meta: undefined }),
  'meta/csp-not-hidden': content({ _meta: { ui: { prefersBorder: true } } }),
  'meta/csp-agrees': ui({ csp: { connectDomains: ['https://other.example.com'] } }),
  'origins/markup': html('<script src="https://cdn.example.com/chart.js"></script>'),
  'origins/no-relative': html('<link rel="stylesheet" href="/style.css">'),
  'origins/connections': html('', "fetch('https://elsewhere.example.com/')"),
  'origins/frames': html('<iframe src="https://maps.example.com/"></iframe>'),
  'origins/base': html('<base href="https://weather.example/">'),
  'origins/no-objects': html('<object data="data:text/html,x"></object>'),

  'results/text': result({ content: [] }),
  'results/structured': result({ structuredContent: undefined }),
  'results/no-embedded-view': result({
    content: [
      { type: 'text', text: 'here' },
      { type: 'resource', resource: { uri: URI, mimeType: MIME, text: page() } },
    ],
  }),
  'results/content-list': result({ content: undefined }),
  'results/known-blocks': result({
    content: [
      { type: 'text', text: 'here' },
      { type: 'html', html: '<b>18</b>' },
    ],
  }),

  'negotiation/optional': { turnsAway: 'plain' },
  'negotiation/asks-before-ui': { showsViewsTo: 'everybody' },
  'negotiation/text-without-ui': { plainResult: { content: [], structuredContent: {} } },
  'negotiation/unknown-settings': { turnsAway: 'curious' },
  'negotiation/extension-place': capabilities({ [EXTENSION_ID]: {} }),
  'negotiation/extension-object': capabilities({ extensions: { [EXTENSION_ID]: true } }),
  'eras/same-views': { showsViewsTo: 'old-apps' },
  'eras/nothing-remembered': { showsViewsTo: 'whoever-came-after-apps' },
  'errors/unknown-tool': { checks: 'nothing' },
  'errors/missing-arguments': { checks: 'names' },
  'errors/unknown-method': { instead: { 'casement/no-such-method': { result: {} } } },
}
