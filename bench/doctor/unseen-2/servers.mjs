// Servers that do not start, do not connect or describe a good View wrongly, written from the specification and public reports,
// before their author had read the checks. Each has one root cause. `names` judges: one finding has to match all of them.
import { app, MIME, page, resource, tool, URI } from '../app-parts.mjs'

const HTML_ENTITIES = page().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const JSON_TYPE = { 'content-type': 'application/json' }

/** @type {import('../unseen-sets.mjs').UnseenCase[]} */
export const broken = [
  {
    name: 'u2-mime-plain',
    report: 'MCP-UI-Org/mcp-ui#53',
    cause: 'The MIME type is `text/html` without the profile.',
    names: [/text\/html;profile=mcp-app/],
    app: () => app({ resources: [resource(page(), { mimeType: 'text/html' })] }),
  },
  {
    name: 'u2-uri-https',
    report: 'specification, resourceUri: ui://',
    cause: 'The tool names a web page as its resource; it has to be a `ui://` URI.',
    names: [/https:\/\/weather\.example\/view\.html/, /ui:\/\//],
    app: () => app({ tools: [tool({ _meta: { ui: { resourceUri: 'https://weather.example/view.html' } } })] }),
  },
  {
    name: 'u2-output-template',
    report: 'openai/openai-apps-sdk-examples#100',
    cause: 'The tool has only `openai/outputTemplate`; MCP Apps hosts read `ui.resourceUri`.',
    names: [/openai\/outputTemplate/, /resourceUri/],
    app: () => app({ tools: [tool({ _meta: { 'openai/outputTemplate': URI } })] }),
  },
  {
    name: 'u2-resources-capability',
    report: 'specification, capabilities',
    cause: 'The server does not declare `resources`, so clients do not read the View.',
    names: [/resources/, /capabilit/i],
    app: () => app({ capabilities: { tools: {}, extensions: { 'io.modelcontextprotocol/ui': {} } } }),
  },
  {
    name: 'u2-visibility-app',
    report: 'specification, visibility',
    cause: 'The only tool with a View has the visibility `["app"]`, so no model can call it.',
    names: [/visibility/, /model/],
    app: () => app({ tools: [tool({ _meta: { ui: { resourceUri: URI, visibility: ['app'] } } })] }),
  },
  {
    name: 'u2-csp-on-tool',
    report: 'anthropics/claude-ai-mcp#61',
    cause: 'The CSP is in `_meta.ui` of the tool; hosts read it on the resource.',
    names: [/csp/i, /tool/, /resource/],
    app: () =>
      app({
        tools: [tool({ _meta: { ui: { resourceUri: URI, csp: { resourceDomains: ['https://img.example.org'] } } } })],
        resources: [
          resource(
            page({
              body: '<output>Waiting</output><img alt="Sun" src="https://img.example.org/sun.png" width="32" height="32">',
            }),
          ),
        ],
      }),
  },
  {
    name: 'u2-html-escaped',
    report: 'MCP-UI-Org/mcp-ui (templating engines)',
    cause: 'The document is escaped: the frame shows its source.',
    names: [/escaped|&lt;/i],
    app: () => app({ resources: [resource(HTML_ENTITIES)] }),
  },
  {
    name: 'u2-contents-empty',
    report: 'specification, resources/read',
    cause: '`resources/read` returns an empty list of contents.',
    names: [/contents/, /empty/i],
    app: () => app({ resources: [{ uri: URI, name: 'Weather', mimeType: MIME, contents: [] }] }),
  },
  {
    name: 'u2-tool-fails',
    report: 'supermemoryai/apple-mcp#55',
    cause: 'The tool always fails: its database refuses the connection.',
    names: [/ECONNREFUSED/],
    app: () => app({ call: () => ({ isError: true, content: [{ type: 'text', text: 'connect ECONNREFUSED 127.0.0.1:5432' }] }) }),
  },
  {
    name: 'u2-stdout-noise',
    report: 'modelcontextprotocol/inspector (invalid JSON on stdout)',
    cause: 'The server logs to stdout, between its messages.',
    names: [/stdout/i],
    app: () => app({ says: (method) => `[weather] ${method} received` }),
  },
  {
    name: 'u2-dies-at-list',
    report: 'anyproto/anytype-mcp#34',
    cause: 'The process dies with an exception at the first `tools/list`.',
    names: [/exit|crash|died|ended|closed/i, /Cannot read properties of undefined/],
    program: `import { createInterface } from 'node:readline'
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line)
  if (id === undefined) continue
  if (method === 'initialize') process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {}, resources: {} }, serverInfo: { name: 'weather', version: '1.0.0' } } }) + '\\n')
  else if (method === 'tools/list') undefined.map((x) => x)
  else process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }) + '\\n')
}`,
  },
  {
    name: 'u2-node-version',
    report: 'npm, engines',
    cause: 'The process exits because the Node version is too old for it.',
    names: [/Node/, /99/, /version/i],
    program: `console.error('weather-server requires Node.js version >= 99.0.0, found ' + process.version); process.exit(1)`,
  },
  {
    name: 'u2-legacy-sse',
    report: 'modelcontextprotocol/inspector (SSE endpoints)',
    cause: 'The URL is an endpoint of the old HTTP+SSE transport: it streams on GET and refuses POST.',
    names: [/SSE/, /Streamable HTTP|transport/i],
    transport: 'http',
    app: () =>
      app({
        http: ({ verb }) =>
          verb === 'GET'
            ? {
                status: 200,
                headers: { 'content-type': 'text/event-stream' },
                body: 'event: endpoint\ndata: /messages?sessionId=1\n\n',
              }
            : { status: 405, headers: { allow: 'GET' }, body: 'Method Not Allowed' },
      }),
  },
  {
    name: 'u2-redirect-login',
    report: 'cloudflare/agentic-inbox#5',
    cause: 'Every request is redirected to a sign-in page.',
    names: [/redirect|302/i, /sign|login|auth/i],
    transport: 'http',
    app: () =>
      app({
        http: ({ path }) =>
          path.startsWith('/login')
            ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Sign in</title>' }
            : { status: 302, headers: { location: '/login?next=%2Fmcp' }, body: '' },
      }),
  },
  {
    name: 'u2-session-lost',
    report: 'anthropics/claude-ai-mcp#149',
    cause: 'Two instances behind a balancer without shared sessions: the session of `initialize` is unknown to the next request.',
    names: [/session/i],
    transport: 'http',
    app: () =>
      app({
        http: ({ method }) =>
          method === 'initialize'
            ? { headers: { 'mcp-session-id': 'a1' } }
            : method && method !== 'server/discover'
              ? {
                  status: 404,
                  headers: JSON_TYPE,
                  body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}',
                }
              : undefined,
      }),
  },
]
