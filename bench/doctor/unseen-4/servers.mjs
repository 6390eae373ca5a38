// Servers of public reports, each rebuilt from the one it names, committed before the doctor was run on them. Each has one root cause.
// `names` judges: one finding has to match all of them.
import { app, page, resource, result, tool, URI } from '../app-parts.mjs'

const SUN = '<output>Waiting</output><img alt="Sun" src="https://img.example.org/icons/sun.png" width="32" height="32">'

/** A server by stdio whose responses are written by `write(message)`. @param {string} write */
const program = (write) => `import { createInterface } from 'node:readline'
const results = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {}, resources: {} }, serverInfo: { name: 'weather', version: '1.0.0' } },
  'tools/list': { tools: [{ name: 'weather', inputSchema: { type: 'object' }, _meta: { ui: { resourceUri: 'ui://weather/view.html' } } }] },
  ping: {},
}
${write}
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line)
  if (id === undefined) continue
  const outcome = results[method] ? { result: results[method] } : { error: { code: -32601, message: 'Method not found' } }
  write({ jsonrpc: '2.0', id, ...outcome }, method)
}`

/** @type {import('../unseen-sets.mjs').UnseenCase[]} */
export const broken = [
  {
    name: 'u4-meta-without-underscore',
    report: 'CopilotKit/CopilotKit#5382',
    cause: 'The tool has `meta` where the protocol has `_meta`.',
    names: [/_meta/, /[^_]\bmeta\b/],
    app: () => app({ tools: [tool({ _meta: undefined, meta: { ui: { resourceUri: URI } } })] }),
  },
  {
    name: 'u4-dotted-key',
    report: 'openai/codex#21019',
    cause: 'The URI is under the key `ui.resourceUri`, with a dot, instead of nested.',
    names: [/ui\.resourceUri/, /key|nested|dot|object|inside|wrong place/i],
    app: () => app({ tools: [tool({ _meta: { 'ui.resourceUri': URI } })] }),
  },
  {
    name: 'u4-snake-case-csp',
    report: 'alpic-ai/skybridge#287',
    cause: 'The CSP is declared as `resource_domains`; the key is `resourceDomains`.',
    names: [/resource_domains/, /resourceDomains/],
    app: () =>
      app({
        resources: [resource(page({ body: SUN }), { _meta: { ui: { csp: { resource_domains: ['https://img.example.org'] } } } })],
      }),
  },
  {
    name: 'u4-csp-with-path',
    report: 'anthropics/claude-ai-mcp#375',
    cause: 'The entry in `resourceDomains` has a path to one file, so the image beside it is refused.',
    names: [/img\.example\.org/, /path|origin/i],
    app: () =>
      app({
        resources: [
          resource(page({ body: SUN }), {
            _meta: { ui: { csp: { resourceDomains: ['https://img.example.org/icons/rain.png'] } } },
          }),
        ],
      }),
  },
  {
    name: 'u4-template-differs',
    report: 'akutishevsky/nutrition-mcp#91',
    cause: '`openai/outputTemplate` names another View than `ui.resourceUri`, which makes ChatGPT drop both.',
    names: [/openai\/outputTemplate/, /differ|mismatch|same|another|disagree|not list/i],
    app: () =>
      app({
        tools: [
          tool({
            _meta: { ui: { resourceUri: URI }, 'ui/resourceUri': URI, 'openai/outputTemplate': 'ui://weather/view-v1.html' },
          }),
        ],
      }),
  },
  {
    name: 'u4-visibility-text',
    report: 'ag-ui-protocol/ag-ui#2762',
    cause: '`visibility` is a string; it has to be an array.',
    names: [/visibility/, /array|list/i],
    app: () => app({ tools: [tool({ _meta: { ui: { resourceUri: URI, visibility: 'model' }, 'ui/resourceUri': URI } })] }),
  },
  {
    name: 'u4-embedded-html',
    report: 'YourGPT/copilot-sdk#61',
    cause: 'The HTML is an embedded resource of the result, as in MCP-UI, and no tool names a View.',
    names: [/embedded|type: ?'resource'|MCP-UI/i, /_meta|resourceUri/],
    app: () =>
      app({
        tools: [tool({ _meta: undefined })],
        resources: [],
        call: () => ({ content: [{ type: 'resource', resource: { uri: URI, mimeType: 'text/html', text: page() } }] }),
      }),
  },
  {
    name: 'u4-not-built',
    report: 'vercel-labs/mcp-for-next.js#27',
    cause: 'The View was not built: `resources/read` fails because `dist/mcp-app.html` does not exist.',
    names: [/ENOENT/, /mcp-app\.html/, /build/i],
    // The first version of this app crashed instead, because its error came while the response was written.
    program: program(`const missing = "ENOENT: no such file or directory, open '/srv/weather/dist/mcp-app.html'"
const write = ({ id, ...message }, method) => {
  const outcome = method === 'resources/read' ? { jsonrpc: '2.0', error: { code: -32603, message: missing } } : message
  process.stdout.write(JSON.stringify({ id, ...outcome }) + '\\n')
}
results['resources/list'] = { resources: [{ uri: 'ui://weather/view.html', name: 'Weather', mimeType: 'text/html;profile=mcp-app' }] }
results['tools/call'] = { content: [{ type: 'text', text: 'Rome' }] }`),
  },
  {
    name: 'u4-id-as-text',
    report: 'cognizant-ai-lab/neuro-san#526',
    cause: 'The server answers request 1 with the id "1", as a string.',
    names: [/\bid\b/i, /string|type|number/i],
    program: program(
      "const write = (message) => process.stdout.write(JSON.stringify({ ...message, id: String(message.id) }) + '\\n')",
    ),
  },
  {
    name: 'u4-json-on-lines',
    report: 'modelcontextprotocol/python-sdk#2546',
    cause: 'Each message is printed as JSON over several lines.',
    names: [/line/i, /JSON/],
    program: program("const write = (message) => process.stdout.write(JSON.stringify(message, null, 2) + '\\n')"),
  },
  {
    name: 'u4-content-length',
    report: 'danielvm-git/bigpowers#131',
    cause: 'The server frames its messages with `Content-Length` headers, as language servers do.',
    names: [/Content-Length/i, /line|newline|header/i],
    program: program(`const write = (message) => {
  const body = JSON.stringify(message)
  process.stdout.write('Content-Length: ' + Buffer.byteLength(body) + '\\r\\n\\r\\n' + body)
}`),
  },
  {
    name: 'u4-usage',
    report: 'algolia/mcp-node#60',
    cause: 'The command needs the subcommand `serve`; without it, it prints its usage and exits with 0.',
    names: [/serve/, /exit|ended|stopped/i],
    program: `console.log('Usage: weather-mcp <command>\\n\\nCommands:\\n  serve   run the MCP server on stdio\\n  login   sign in')`,
  },
  {
    name: 'u4-dies-in-call',
    report: 'digitarald/mcp-apps-playground#1',
    cause: 'An exception in the tool ends the process.',
    names: [/exit|crash|died|ended|closed/i, /celsius/],
    program: program(`const write = (message, method) => {
  if (method === 'tools/call') setTimeout(() => { const forecast = undefined; forecast.celsius })
  else process.stdout.write(JSON.stringify(message) + '\\n')
}
results['resources/list'] = { resources: [{ uri: 'ui://weather/view.html', name: 'Weather', mimeType: 'text/html;profile=mcp-app' }] }
results['resources/read'] = { contents: [{ uri: 'ui://weather/view.html', mimeType: 'text/html;profile=mcp-app', text: ${JSON.stringify(page())} }] }`),
  },
  {
    name: 'u4-transport-reused',
    report: 'tobi/qmd#163',
    cause: 'One stateless transport serves all requests; from the second on, the server responds with 500.',
    names: [/reused/, /500/, /transport/i],
    transport: 'http',
    app: () => {
      let isUsed = false
      return app({
        http: ({ verb }) => {
          if (verb !== 'POST') return undefined
          if (!isUsed) {
            isUsed = true
            return undefined
          }
          return {
            status: 500,
            headers: { 'content-type': 'text/plain' },
            body: 'Error: Stateless transport cannot be reused across requests. Create a new transport per request.',
          }
        },
      })
    },
  },
  {
    name: 'u4-json-as-text',
    report: 'modelcontextprotocol specification, Streamable HTTP: content types',
    cause: 'The responses are JSON with the content type `text/plain`.',
    names: [/text\/plain/, /application\/json/],
    transport: 'http',
    app: () =>
      app({
        http: ({ verb, method }) => (verb === 'POST' && method ? { headers: { 'content-type': 'text/plain' } } : undefined),
      }),
  },
  {
    name: 'u4-content-missing',
    report: 'modelcontextprotocol specification, CallToolResult: content',
    cause: 'The result has no `content` at all.',
    names: [/[^a-zA-Z]content[^a-zA-Z]/, /missing|required|lacks|no `content|without/i],
    app: () => app({ call: () => ({ structuredContent: result()['structuredContent'] }) }),
  },
]
