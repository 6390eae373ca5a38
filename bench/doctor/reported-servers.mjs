// Servers that spoiled a good View, rebuilt from public reports by someone who had read neither the checks nor their catalogue.
import { app, page, resource, tool, URI } from './app-parts.mjs'

const CDN = 'https://cdn.weather.example'
const MESSAGES_OF_A_SESSION = 3

/** Sessions that are forgotten after a few messages, as by a process that is started anew. */
function forgetfulSessions() {
  /** @type {Map<string, number>} */
  const left = new Map()
  /** @param {import('./app-parts.mjs').Exchange} exchange @returns {import('./app-parts.mjs').Reply | undefined} */
  return ({ method, headers }) => {
    if (method === 'initialize') {
      const id = crypto.randomUUID()
      left.set(id, MESSAGES_OF_A_SESSION)
      return { headers: { 'mcp-session-id': id } }
    }
    const id = headers['mcp-session-id']
    if (!method || typeof id !== 'string') return undefined
    const rest = left.get(id) ?? 0
    left.set(id, rest - 1)
    if (rest > 0) return undefined
    return {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: 'event: message\ndata: {"error":"Session not found"}\n\n',
    }
  }
}

/** @type {import('./app-parts.mjs').ReportedCase[]} */
export const broken = [
  {
    name: 'openai-key-only',
    title: 'The tool names its View by `openai/outputTemplate` alone',
    symptom: 'Only the text of the result is shown; there is no frame.',
    report: 'assistant-ui/assistant-ui#4084',
    cause: 'The tool has neither `_meta.ui.resourceUri` nor the flat key, only the key of one host.',
    answer: '`_meta.ui.resourceUri` is missing; only `openai/outputTemplate` is there',
    seen: 'Read on the wire: no key of MCP Apps on the tool. Our own host shows it, because it knows the older key.',
    codes: ['tool-openai-only'],
    app: () => app({ tools: [tool({ _meta: { 'openai/outputTemplate': URI } })] }),
  },
  {
    name: 'openai-policy-only',
    title: 'The policy is spelt as another host wants it',
    symptom: 'The frame stays empty; the console is full of refused requests for script and style.',
    report: 'alpic-ai/skybridge#891',
    cause: 'The domains are in `openai/widgetCSP` with names in snake case; the standard place `_meta.ui.csp` is missing.',
    answer: 'the policy is in `openai/widgetCSP`, not in `_meta.ui.csp`',
    seen: 'Mounted: the policy refuses the script, and not one message comes from the View.',
    codes: ['csp-openai-only'],
    app: () =>
      app({
        resources: [
          resource(
            page({ head: `<script type="module" src="${CDN}/widget.js"></script>`, body: '<div id="root"></div>', script: '' }),
            {
              _meta: { 'openai/widgetCSP': { resource_domains: [CDN], connect_domains: [] } },
            },
          ),
        ],
      }),
  },
  {
    name: 'ping-unknown',
    title: 'The server does not know `ping`',
    symptom: 'Tools work, and the chat says that a widget was shown, but there is none.',
    report: 'modelcontextprotocol/ext-apps#671',
    cause: 'The server, written by hand, answers `ping` with "Method not found", so the host takes it for unreachable.',
    answer: '`ping` is not answered',
    seen: 'Read on the wire: `ping` is answered with -32601, against a MUST of the base protocol.',
    codes: ['server-ping-unanswered'],
    app: () => app({ unknown: ['ping'] }),
  },
  {
    name: 'schema-unkept',
    title: 'A schema for the output, and no structured output',
    symptom: 'Every call of the tool ends with an error of validation in the client, so nothing is shown.',
    report: 'remotion-dev/remotion#6275',
    cause: 'The tool has an `outputSchema`, and its result has no `structuredContent`.',
    answer: '`outputSchema` is declared, `structuredContent` is missing',
    seen: 'Called with the client of the official SDK: it refuses the result.',
    codes: ['result-structured-missing'],
    app: () => {
      const schema = { type: 'object', properties: { city: { type: 'string' }, celsius: { type: 'number' } }, required: ['city'] }
      const { call, ...rest } = app()
      return { ...rest, tools: [tool({ outputSchema: schema })], call: (params) => ({ content: call(params)['content'] }) }
    },
  },
  {
    name: 'noise-on-stdout',
    title: 'A line for people on stdout',
    symptom: 'The client reports that something is not valid JSON, and loses the server.',
    report: 'starwind-ui/starwind-ui-mcp#2',
    cause: 'The server prints a greeting and its log to stdout, which belongs to the protocol.',
    answer: 'text that is no JSON-RPC message on stdout',
    seen: 'Read on the wire: lines between the messages that are no JSON.',
    codes: ['server-stdout-noise'],
    app: () =>
      app({
        says: (method) =>
          method === 'initialize'
            ? 'Weather MCP server 1.0.0 running on stdio'
            : method === 'tools/call'
              ? '[weather] called with {"city":"Rome"}'
              : undefined,
      }),
  },
  {
    name: 'unauthorised-midway',
    title: 'A token that ends in the middle',
    symptom: 'The tools are listed, and from then on every call fails with a puzzling error about OAuth.',
    report: 'proliferate-ai/proliferate#1997',
    cause:
      '`tools/call` is answered with 401, without `WWW-Authenticate` and without metadata, so that no client can get a new token.',
    answer: 'the call was refused with 401, and nothing says how to authorise',
    seen: 'Read on the wire: the lists come, the call is answered with 401 and no challenge.',
    codes: ['server-unauthorised'],
    transport: 'http',
    app: () =>
      app({
        http: ({ method }) =>
          method === 'tools/call'
            ? { status: 401, headers: { 'content-type': 'application/json' }, body: '{"error":"token expired"}' }
            : undefined,
      }),
  },
  {
    name: 'moved-permanently',
    title: 'The address without its slash',
    symptom: 'The server cannot be reached, though its address opens in a browser.',
    report: 'wmde/WikidataMCP#3',
    cause: 'POST /mcp is answered with 301 to /mcp/, and clients follow that with a GET that has no body.',
    answer: 'the endpoint redirects with 301, which turns POST into GET',
    seen: 'Read on the wire: 301 for the POST. The official client does not follow; `fetch` follows with GET and gets 405.',
    codes: ['could not run: the server redirects with 301'],
    transport: 'http',
    app: () => app({ http: ({ path }) => (path === '/mcp' ? { status: 301, headers: { location: '/mcp/' } } : undefined) }),
  },
  {
    name: 'session-lost',
    title: 'A lost session, and 200 for an answer',
    symptom: 'After a while every call fails until the user connects anew.',
    report: 'actionhero/keryx#503',
    cause:
      'A session that the server no longer has is answered with 200 and an event that is no JSON-RPC message, instead of 404, so no client starts a new one.',
    answer: 'an unknown session is answered with 200 instead of 404',
    seen: 'Read on the wire: after three messages 200 with `{"error":"Session not found"}`; the official client waits until its time is over.',
    codes: ['server-session-lost'],
    transport: 'http',
    app: () => app({ http: forgetfulSessions() }),
  },
]
