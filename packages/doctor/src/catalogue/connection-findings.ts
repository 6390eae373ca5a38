import type { FindingEntry } from './finding-entry.ts'

const shared = { stage: 'tool', fault: 'server', severity: 'error', requirement: 'R-029' } as const
const http = { ...shared, sample: 'casement doctor https://example.com/mcp' } as const
const process = { ...shared, sample: 'casement doctor -- node server.js' } as const

/** Reasons why a server does not start, or cannot be reached. */
export const CONNECTION_FINDINGS = {
  'start-command-not-found': {
    ...process,
    cause: 'The command that starts the server was not found.',
    fix: 'Install it, check its spelling, or give its full path: hosts start servers with a shorter PATH than your shell has.',
    sample: 'casement doctor -- /usr/local/bin/node server.js',
  },
  'start-not-executable': {
    ...process,
    cause: 'The file that starts the server is not executable.',
    fix: 'Make it executable, or start it with its interpreter.',
    sample: 'chmod +x server.js\ncasement doctor -- node server.js',
  },
  'start-module-missing': {
    ...process,
    cause: 'The server process exits because a module that it imports is not installed, or has not been built.',
    fix: 'Install the dependencies of the server: npm install or, for Python, uv sync or pip install in the environment that starts it. Run its build, and check the path of the import.',
    sample: 'npm install\nnpm run build',
  },
  'start-port-in-use': {
    ...process,
    cause: 'The server process exits because its port is in use (EADDRINUSE), often by a previous instance.',
    fix: 'Stop the other process, or let the server listen on another port.',
    sample: 'lsof -i :3000\nPORT=3001 casement doctor -- node server.js',
  },
  'start-env-missing': {
    ...process,
    cause: 'The server process exits because an environment variable is not set.',
    fix: 'Set it where the server is started: hosts do not pass on the environment of your shell.',
    sample: '{ "mcpServers": { "weather": { "command": "node", "args": ["server.js"], "env": { "API_KEY": "…" } } } }',
  },
  'start-runtime-version': {
    ...process,
    cause: 'The server process exits because it does not support this version of its runtime.',
    fix: 'Start the server with the version of Node that "engines" in its package.json requires.',
    sample: 'casement doctor -- npx -y node@22 server.js',
  },
  'start-typescript': {
    ...process,
    cause: 'The server is a TypeScript file, which this version of Node does not run.',
    fix: 'Build it first, or start it with a loader such as tsx.',
    sample: 'casement doctor -- npx -y tsx server.ts',
  },
  'start-package-not-found': {
    ...process,
    cause: 'npx did not find the package of the server in the registry.',
    fix: 'Check the name and the version of the package, and whether it is private.',
    sample: 'npm view @scope/server versions',
  },
  'start-npx-prompt': {
    ...process,
    cause: 'npx asks whether it may install the package, and there is no terminal to answer.',
    fix: 'Start it with npx -y.',
    sample: 'casement doctor -- npx -y @scope/server',
  },
  'start-not-stdio': {
    ...process,
    cause: 'The command started a web server and does not respond on stdio: its transport is HTTP.',
    fix: 'Pass its URL instead of its command, or start it with its stdio transport.',
    sample: 'casement doctor http://localhost:3000/mcp',
  },
  'start-process-exited': {
    ...process,
    cause: 'The server process exited before it responded.',
    fix: 'Fix the error that it printed. Run the same command in a terminal to see the complete output.',
  },
  'start-no-answer': {
    ...process,
    cause: 'The server process is running, but does not respond to initialize.',
    fix: 'Connect the stdio transport before any slow work, and write one JSON message per line to standard output.',
    sample: 'await server.connect(new StdioServerTransport())\nvoid loadCache()',
  },
  'connect-refused': {
    ...http,
    cause: 'Connection refused: nothing listens at this address.',
    fix: 'Start the server and check the port. Inside a container it must listen on 0.0.0.0.',
  },
  'connect-host-unknown': {
    ...http,
    cause: 'The host name cannot be resolved (DNS).',
    fix: 'Check the spelling of the address, and the DNS entry or the tunnel behind it.',
  },
  'connect-tls': {
    ...http,
    cause: 'The certificate of the server is not trusted, so no client connects.',
    fix: 'Install a certificate for this name from a public certificate authority, with its chain. For a local authority, set NODE_EXTRA_CA_CERTS.',
    sample: 'NODE_EXTRA_CA_CERTS=./ca.pem casement doctor https://localhost:3000/mcp',
  },
  'connect-tls-mixed-up': {
    ...http,
    cause: 'The URL uses https and the server uses plain HTTP, or the reverse.',
    fix: 'Use the scheme of this port.',
    sample: 'casement doctor http://localhost:3000/mcp',
  },
  'connect-cut-off': {
    ...http,
    cause: 'The server closed the connection without a response.',
    fix: 'Check its log: the process may have crashed, or a proxy may limit the duration or the size.',
  },
  'connect-timeout': {
    ...http,
    cause: 'The server accepted the request but did not respond in time.',
    fix: 'Respond to initialize immediately, and do slow work later. For a server with a cold start, pass a longer --timeout.',
    sample: 'casement doctor --timeout 60000 https://example.com/mcp',
  },
  'connect-stream-silent': {
    ...http,
    cause: 'The server opened an event stream (SSE) and wrote nothing to it: the server or a proxy buffers the stream.',
    fix: 'Flush after each event, and turn off buffering and compression for text/event-stream in every proxy. Or respond with JSON.',
    sample: `X-Accel-Buffering: no\nCache-Control: no-transform`,
  },
  'connect-unauthenticated': {
    ...http,
    cause: 'The server requires an access token (401).',
    fix: 'To check the server, pass --header "Authorization: Bearer …". For hosts, send WWW-Authenticate with resource_metadata.',
    sample: 'casement doctor --header "Authorization: Bearer $TOKEN" https://example.com/mcp',
  },
  'connect-host-refused': {
    ...http,
    cause: 'The server refuses the Host or Origin header (403): its DNS rebinding protection does not allow this host.',
    fix: 'Add the public host name, and the origins of web hosts, to the allowed hosts and origins of the transport.',
    sample: `allowedHosts: ['example.com'], allowedOrigins: ['https://claude.ai']`,
  },
  'connect-forbidden': {
    ...http,
    cause: 'The server, or a firewall in front of it, refuses the request (403).',
    fix: 'Check the permissions of the token, and the rules of the firewall for requests without a browser.',
  },
  'connect-endpoint-not-found': {
    ...http,
    cause: 'There is no MCP endpoint at this path (404).',
    fix: 'Use the path of the endpoint, which is often /mcp.',
  },
  'connect-method-not-allowed': {
    ...http,
    cause: 'The endpoint does not accept POST (405): it is another page, or uses the older HTTP+SSE transport.',
    fix: 'Use the path of the Streamable HTTP endpoint, and accept POST there.',
  },
  'connect-not-acceptable': {
    ...http,
    cause: 'The server refuses the Accept header (406), although it names application/json and text/event-stream.',
    fix: 'Let proxies forward the Accept header unchanged, and parse it as a list of media types.',
    sample: 'Accept: application/json, text/event-stream',
  },
  'connect-media-type': {
    ...http,
    cause: 'The server refuses the Content-Type of the request (415), although it is application/json.',
    fix: 'Accept application/json, with and without a charset, and let proxies forward the header unchanged.',
    sample: 'Content-Type: application/json',
  },
  'connect-rate-limited': {
    ...http,
    cause: 'The server refuses the request because of its rate limit (429).',
    fix: 'Allow a burst of requests when a client connects: a host lists tools and resources and reads Views in parallel.',
  },
  'connect-server-error': {
    ...http,
    cause: 'The server fails on the first request (5xx).',
    fix: 'Check the log of the server, or of the gateway in front of it.',
  },
  'connect-redirected': {
    ...http,
    cause: 'The endpoint redirects with a status that turns POST into GET, so no message arrives.',
    fix: 'Use the final URL, or redirect with 307 or 308.',
    sample: '308 Permanent Redirect',
  },
  'connect-html': {
    ...http,
    cause: 'The URL returns a web page (HTML) instead of JSON: it is not the MCP endpoint.',
    fix: 'Use the path of the endpoint, often /mcp. Route it before the fallback of a single-page app, a login page or the warning page of a tunnel.',
    sample: `app.post('/mcp', handleMcp)\napp.get('*', serveIndexHtml)`,
  },
  'connect-not-json': {
    ...http,
    cause: 'The response of the server is not JSON.',
    fix: 'Respond with application/json or text/event-stream.',
    sample: 'Content-Type: application/json',
  },
  'connect-answer-unmatched': {
    ...http,
    cause: 'The response has no message with the id of the request.',
    fix: 'Copy the id of the request into the response, with the same type.',
    sample: '{ "jsonrpc": "2.0", "id": 1, "result": {} }',
  },
  'connect-initialize-refused': {
    ...http,
    cause: 'The server responds to initialize with an error.',
    fix: 'Accept initialize from any client, and respond with a protocol version that the server supports.',
    sample:
      '{ "protocolVersion": "2025-11-25", "capabilities": { "tools": {} }, "serverInfo": { "name": "weather", "version": "1.0.0" } }',
  },
  'connect-failed': {
    ...http,
    cause: 'The connection to the server failed.',
    fix: 'See the evidence; check the address and the log of the server.',
  },
  'session-required': {
    ...http,
    cause:
      'The server requires Mcp-Session-Id, but its response to initialize has none: the server omits it, or a proxy drops it.',
    fix: 'Send Mcp-Session-Id with the response to initialize and let proxies forward it, or use no sessions.',
    sample: 'Mcp-Session-Id: 3f1c…\nAccess-Control-Expose-Headers: Mcp-Session-Id',
  },
  'tool-not-found': {
    ...http,
    cause: 'The server has no tool with the name in --tool.',
    fix: 'Use a name that the server lists.',
    sample: 'casement doctor --tool forecast https://example.com/mcp',
  },
  'start-framing': {
    ...process,
    cause: 'The server process does not write each message as one line of JSON, so clients cannot read its responses.',
    fix: 'Write every message as JSON without line breaks, followed by one newline: no Content-Length header, no indentation, no array.',
    sample: `process.stdout.write(JSON.stringify(message) + '\\n')`,
  },
  'connect-content-type': {
    ...http,
    cause: 'The response is JSON with the wrong Content-Type, which clients refuse.',
    fix: 'Send the header Content-Type: application/json with JSON, and text/event-stream with a stream.',
    sample: `response.writeHead(200, { 'Content-Type': 'application/json' })`,
  },
} as const satisfies Record<string, FindingEntry>
