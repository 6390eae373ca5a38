// Servers that do not start, do not connect or spoil a good View, written from the specification and public reports, before their
// author had read the checks. Each has one root cause. `names` judges: one finding has to match all of them.
import { app, MIME, page, resource, result, tool, URI } from '../app-parts.mjs'

const OUTPUT = {
  type: 'object',
  properties: { city: { type: 'string' }, celsius: { type: 'number' } },
  required: ['city', 'celsius'],
}
const HTML = '<!doctype html><html><head><title>Weather</title></head><body><div id="root"></div></body></html>'

/** @type {import('../unseen-sets.mjs').UnseenCase[]} */
export const broken = [
  {
    name: 'u1-structured-array',
    report: 'modelcontextprotocol specification: structuredContent is an object',
    cause: '`structuredContent` is an array; the protocol asks for an object, and clients refuse the result.',
    names: [/structuredContent/, /array/i],
    app: () =>
      app({
        call: () => ({ content: [{ type: 'text', text: '[]' }], structuredContent: [{ city: 'Rome', celsius: 21 }] }),
      }),
  },
  {
    name: 'u1-output-mismatch',
    report: 'cyanheads/obsidian-mcp-server#108',
    cause: '`structuredContent.celsius` is a string; the `outputSchema` of the tool says number.',
    names: [/outputSchema/, /celsius/],
    app: () =>
      app({
        tools: [tool({ outputSchema: OUTPUT })],
        call: () => ({ ...result(), structuredContent: { city: 'Rome', celsius: '21' } }),
      }),
  },
  {
    name: 'u1-schema-emptied',
    report: 'vercel/mcp-handler#107',
    cause: 'The `inputSchema` lost its properties (two versions of the schema library), so no client sends the arguments.',
    names: [/inputSchema/, /empty|no properties|lost|without properties/i],
    app: () =>
      app({
        tools: [tool({ inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: {} } })],
        call: ({ arguments: given }) =>
          given?.city
            ? result()
            : {
                isError: true,
                content: [{ type: 'text', text: 'Invalid arguments: "city" is required, expected string, received undefined' }],
              },
      }),
  },
  {
    name: 'u1-uri-case',
    report: 'QwenLM/qwen-code#11960',
    cause: 'The tool names `ui://weather/View.html`; the server has `ui://weather/view.html`.',
    names: [/ui:\/\/weather\/View\.html/, /ui:\/\/weather\/view\.html/],
    app: () => {
      const wrong = 'ui://weather/View.html'
      return app({ tools: [tool({ _meta: { ui: { resourceUri: wrong }, 'ui/resourceUri': wrong } })] })
    },
  },
  {
    name: 'u1-meta-on-result',
    report: 'openai/openai-apps-sdk-examples#179',
    cause: '`_meta.ui.resourceUri` is on the result of the call; hosts read it on the tool.',
    names: [/result/i, /_meta/, /tool/],
    app: () => app({ tools: [tool({ _meta: undefined })], call: () => ({ ...result(), _meta: { ui: { resourceUri: URI } } }) }),
  },
  {
    name: 'u1-cursor-ignored',
    report: 'specification, pagination',
    cause: '`tools/list` returns `nextCursor` and ignores the cursor it is given, so the list never ends.',
    names: [/cursor/i],
    app: () => app({ listExtra: { 'tools/list': { nextCursor: 'page-2' } } }),
  },
  {
    name: 'u1-blob-not-base64',
    report: 'specification, resources/read: blob is base64',
    cause: 'The document is in `blob` as plain HTML; `blob` is base64.',
    names: [/base64|blob/i],
    app: () =>
      app({ resources: [{ uri: URI, name: 'Weather', mimeType: MIME, contents: [{ uri: URI, mimeType: MIME, blob: page() }] }] }),
  },
  {
    name: 'u1-skybridge-mime',
    report: 'openai/openai-apps-sdk-examples#100',
    cause: 'The MIME type is `text/html+skybridge`; MCP Apps hosts want `text/html;profile=mcp-app`.',
    names: [/text\/html\+skybridge/, /text\/html;profile=mcp-app/],
    app: () => app({ resources: [resource(page(), { mimeType: 'text/html+skybridge' })] }),
  },
  {
    name: 'u1-permission-boolean',
    report: 'specification, permissions are objects',
    cause: '`permissions.geolocation` is `true`; it has to be an object, and strict hosts refuse the resource.',
    names: [/permissions/, /geolocation/, /\{\}|object/],
    app: () => app({ resources: [resource(page(), { _meta: { ui: { permissions: { geolocation: true } } } })] }),
  },
  {
    name: 'u1-env-missing',
    report: 'supermemoryai/apple-mcp#55',
    cause: 'The process exits because the environment variable `WEATHER_API_KEY` is not set.',
    names: [/WEATHER_API_KEY/, /environment|env/i],
    program: `if (!process.env.WEATHER_API_KEY) { console.error('Error: WEATHER_API_KEY is required'); process.exit(1) }`,
  },
  {
    name: 'u1-module-missing',
    report: 'anyproto/anytype-mcp#34',
    cause: 'The process exits because a package it imports is not installed.',
    names: [/weather-client-sdk/, /install/i],
    program: `import { forecast } from 'weather-client-sdk'\nforecast()`,
  },
  {
    name: 'u1-port-in-use',
    report: 'modelcontextprotocol/inspector#343',
    cause: 'The process exits because the port it wants to listen on is in use.',
    names: [/port/i, /in use/i],
    program: `import { createServer } from 'node:net'
const first = createServer().listen(0, '127.0.0.1', () => createServer().listen(first.address().port, '127.0.0.1'))`,
  },
  {
    name: 'u1-host-refused',
    report: 'modelcontextprotocol/python-sdk#1798',
    cause: 'The DNS-rebinding guard refuses the Host header with 421.',
    names: [/host/i, /rebinding|allowed_?hosts|Host header/i],
    transport: 'http',
    app: () => app({ http: () => ({ status: 421, body: 'Invalid Host header' }) }),
  },
  {
    name: 'u1-html-answer',
    report: 'cloudflare/agentic-inbox#5',
    cause: 'The endpoint is a web page (the fallback of a single-page app): HTML instead of JSON.',
    names: [/HTML|web page/],
    transport: 'http',
    app: () => app({ http: () => ({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: HTML }) }),
  },
  {
    name: 'u1-session-hidden',
    report: 'modelcontextprotocol/inspector (sessions behind a proxy)',
    cause: 'The server requires `Mcp-Session-Id`, but its response to `initialize` does not carry one (a proxy drops it).',
    names: [/session/i],
    transport: 'http',
    app: () =>
      app({
        http: ({ method, headers }) =>
          method && method !== 'initialize' && method !== 'server/discover' && !headers['mcp-session-id']
            ? {
                status: 400,
                headers: { 'content-type': 'application/json' },
                body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: Mcp-Session-Id header is required"}}',
              }
            : undefined,
      }),
  },
  {
    name: 'u1-sign-in',
    report: 'smithery-ai/mcp-obsidian#28',
    cause: 'The server requires an access token (401 with a challenge).',
    names: [/401|sign(ed)? in|authenticat|access token/i, /token|header|sign/i],
    transport: 'http',
    app: () => app({ http: () => ({ status: 401, headers: { 'www-authenticate': 'Bearer realm="weather"' }, body: '{}' }) }),
  },
  {
    name: 'u1-wrong-method',
    report: 'gts360/django-mcp-server#35',
    cause: 'The server refuses `application/json` bodies with 415: a proxy rewrites the content type.',
    names: [/415|content.type/i],
    transport: 'http',
    app: () => app({ http: () => ({ status: 415, body: 'Unsupported Media Type' }) }),
  },
  {
    name: 'u1-stream-never-flushed',
    report: 'masumi-network/Citadel#45',
    cause: 'The response is an event stream that is opened and never written to: a proxy buffers it.',
    names: [/event.stream|SSE/i, /buffer|flush|never|no (event|message|data)/i],
    transport: 'http',
    app: () => app({ http: () => ({ status: 200, headers: { 'content-type': 'text/event-stream' }, hang: true }) }),
  },
]
