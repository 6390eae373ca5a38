// Servers of public reports and of sections of the specification, committed before the doctor was run on them. Each has one root
// cause. `names` judges: one finding has to match all of them.
import { app, MIME, page, result, tool, URI } from '../app-parts.mjs'

/** A server by stdio that writes each response with `respond(message, method)`. @param {string} more */
const program = (more) => `import { createInterface } from 'node:readline'
const results = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {}, resources: {} }, serverInfo: { name: 'weather', version: '1.0.0' } },
  ping: {},
  'tools/list': { tools: [{ name: 'weather', description: 'Shows the weather of a city.', inputSchema: { type: 'object' }, _meta: { ui: { resourceUri: 'ui://weather/view.html' } } }] },
}
let respond = (message) => process.stdout.write(JSON.stringify(message) + '\\n')
${more}
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line)
  if (id === undefined) continue
  const outcome = results[method] ? { result: results[method] } : { error: { code: -32601, message: 'Method not found' } }
  respond({ jsonrpc: '2.0', id, ...outcome }, method)
}`

/** The resource with other contents. @param {Record<string, unknown>[]} contents */
const served = (contents) => app({ resources: [{ uri: URI, name: 'Weather', mimeType: MIME, contents }] })

/** @type {import('../unseen-sets.mjs').UnseenCase[]} */
export const broken = [
  {
    name: 'u5-snake-case-uri',
    report: 'PrefectHQ/fastmcp (field names of Python on the wire)',
    cause: 'The tool has `_meta.ui.resource_uri`; the key is `resourceUri`.',
    names: [/resource_uri/, /resourceUri/],
    app: () => app({ tools: [tool({ _meta: { ui: { resource_uri: URI } } })] }),
  },
  {
    name: 'u5-uri-template',
    report: 'modelcontextprotocol/ext-apps, specification, resourceUri: a URI, not a template',
    cause: 'The `resourceUri` of the tool is a template, `ui://weather/{city}.html`, which hosts do not expand.',
    names: [/\{city\}/, /template|placeholder|expand/i],
    app: () =>
      app({
        tools: [
          tool({ _meta: { ui: { resourceUri: 'ui://weather/{city}.html' }, 'ui/resourceUri': 'ui://weather/{city}.html' } }),
        ],
      }),
  },
  {
    name: 'u5-error-page-as-view',
    report: 'openai/openai-apps-sdk-examples#58 (the asset server is down)',
    cause: 'The server fetches the View from its build server, which responds 404, and serves that error page as the View.',
    names: [/Cannot GET|404|error page/i, /\/weather\.html|error page|not found|Express/i],
    app: () =>
      served([
        {
          uri: URI,
          mimeType: MIME,
          text: '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot GET /weather.html</pre>\n</body>\n</html>\n',
        },
      ]),
  },
  {
    name: 'u5-two-contents',
    report: 'modelcontextprotocol/ext-apps, basic-host: exactly one content item',
    cause: '`contents` has the stylesheet first and the document second; hosts take one item.',
    names: [/contents/, /two|2 items|more than one|first|exactly one|one item/i],
    app: () =>
      served([
        { uri: 'ui://weather/view.css', mimeType: 'text/css', text: 'body { margin: 0 }' },
        { uri: URI, mimeType: MIME, text: page() },
      ]),
  },
  {
    name: 'u5-schema-not-object',
    report: 'modelcontextprotocol specification, Tool: inputSchema.type is "object"',
    cause: 'The `inputSchema` of the tool has no `type: "object"`, so strict clients drop the tool or the whole list.',
    names: [/inputSchema/, /type/, /object/],
    app: () => app({ tools: [tool({ inputSchema: { properties: { city: { type: 'string' } } } })] }),
  },
  {
    name: 'u5-version-unknown',
    report: 'proffesor-for-testing/agentic-qe#527 (versions that are not negotiated)',
    cause: 'The server responds to `initialize` with the protocol version "1.0", which no client knows.',
    names: [/["'`“ ]1\.0["'`” ,.]/, /version/i],
    program: program("results.initialize.protocolVersion = '1.0'"),
  },
  {
    name: 'u5-version-header',
    report: 'modelcontextprotocol specification, MCP-Protocol-Version header',
    cause: 'The server agrees on a revision in `initialize` and refuses the header `MCP-Protocol-Version` with it (400).',
    names: [/MCP-Protocol-Version|protocol version/i, /400|refuse|unsupported/i],
    transport: 'http',
    app: () =>
      app({
        http: ({ verb, headers }) =>
          verb === 'POST' && headers['mcp-protocol-version'] !== undefined
            ? {
                status: 400,
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify({
                  jsonrpc: '2.0',
                  error: { code: -32000, message: 'Bad Request: Unsupported protocol version (supported versions: 2025-03-26)' },
                  id: null,
                }),
              }
            : undefined,
      }),
  },
  {
    name: 'u5-accepted-without-response',
    report: 'modelcontextprotocol specification, Streamable HTTP: the response to a request',
    cause: 'The server answers requests with 202 and no body, as if they were notifications.',
    names: [/202/],
    transport: 'http',
    app: () => app({ http: ({ verb, method }) => (verb === 'POST' && method === 'tools/list' ? { status: 202 } : undefined) }),
  },
  {
    name: 'u5-result-too-large',
    report: 'anthropics/claude-ai-mcp (limits on the size of results)',
    cause: 'The result carries an image of 12 MB as base64 in `structuredContent`, more than hosts accept.',
    names: [/\bMB\b|megabytes|bytes|size/i, /result|structuredContent/, /large|big|limit|more than/i],
    app: () =>
      app({
        call: () => ({ ...result(), structuredContent: { ...result()['structuredContent'], image: 'A'.repeat(12_000_000) } }),
      }),
  },
  {
    name: 'u5-error-as-text',
    report: 'JSON-RPC 2.0, error object',
    cause: 'The `error` of the response to `tools/call` is a string; it has to be an object with a code and a message.',
    names: [/error/, /object|code|JSON-RPC/, /string|malformed|invalid/i],
    program:
      program(`results['resources/list'] = { resources: [{ uri: 'ui://weather/view.html', name: 'Weather', mimeType: 'text/html;profile=mcp-app' }] }
results['resources/read'] = { contents: [{ uri: 'ui://weather/view.html', mimeType: 'text/html;profile=mcp-app', text: ${JSON.stringify(page())} }] }
respond = ({ id, ...message }, method) =>
  process.stdout.write(JSON.stringify(method === 'tools/call' ? { jsonrpc: '2.0', id, error: 'No such city' } : { id, ...message }) + '\\n')`),
  },
  {
    name: 'u5-http-instead-of-stdio',
    report: 'modelcontextprotocol/inspector (servers that listen on HTTP when started by a client)',
    cause: 'The server listens on HTTP and says so on stderr; it does not speak stdio without `--stdio`.',
    names: [/127\.0\.0\.1:\d+\/mcp|--stdio/, /HTTP|stdio/],
    program: `import { createServer } from 'node:http'
const server = createServer((request, response) => response.writeHead(404).end())
server.listen(0, '127.0.0.1', () => console.error('Weather MCP server listening on http://127.0.0.1:' + server.address().port + '/mcp (pass --stdio for stdio)'))
process.stdin.resume().on('end', () => process.exit())`,
  },
  {
    name: 'u5-python-module',
    report: 'PrefectHQ/fastmcp (No module named fastmcp)',
    cause: 'The Python package `fastmcp` is not installed in the interpreter that starts the server.',
    names: [/fastmcp/, /pip|uv |install|environment/i],
    program: `process.stderr.write("Traceback (most recent call last):\\n  File \\"server.py\\", line 1, in <module>\\n    from fastmcp import FastMCP\\nModuleNotFoundError: No module named 'fastmcp'\\n")
process.exitCode = 1`,
  },
]
