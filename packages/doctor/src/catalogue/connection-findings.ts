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
    cause: 'The file that should start the server may not be executed.',
    fix: 'Make it executable, or start it with its interpreter.',
    sample: 'chmod +x server.js\ncasement doctor -- node server.js',
  },
  'start-module-missing': {
    ...process,
    cause: 'The server process exits because a module that it imports is not installed, or has not been built.',
    fix: 'Run npm install in the folder of the server, and its build; check the name and the path of the import.',
    sample: 'npm install\nnpm run build',
  },
  'start-port-in-use': {
    ...process,
    cause: 'The server process exits because the port it listens on is in use, often by an earlier run of itself.',
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
    cause: 'The server process exits because this version of its runtime cannot run it.',
    fix: 'Start the server with the version of Node that its package.json asks for in "engines".',
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
    cause: 'The program started a web server and does not answer on standard input: its transport is HTTP.',
    fix: 'Give its address instead of its command, or start it with its stdio transport.',
    sample: 'casement doctor http://localhost:3000/mcp',
  },
  'start-process-exited': {
    ...process,
    cause: 'The server process ended before it answered.',
    fix: 'Fix the error that it printed; run the same command in a terminal to see all of it.',
  },
  'start-no-answer': {
    ...process,
    cause: 'The server process runs, but does not answer initialize.',
    fix: 'Connect the stdio transport before any slow work, and answer one JSON message per line on standard output.',
    sample: 'await server.connect(new StdioServerTransport())\nvoid loadCache()',
  },
  'connect-refused': {
    ...http,
    cause: 'Nothing listens at this address.',
    fix: 'Start the server, and check the port; inside a container it has to listen on 0.0.0.0.',
  },
  'connect-host-unknown': {
    ...http,
    cause: 'The name of the host cannot be resolved.',
    fix: 'Check the spelling of the address, and the DNS entry or the tunnel behind it.',
  },
  'connect-tls': {
    ...http,
    cause: 'The certificate of the server is not trusted, so no client connects.',
    fix: 'Install a certificate for this name from a public authority, with its chain. For a local one, set NODE_EXTRA_CA_CERTS.',
    sample: 'NODE_EXTRA_CA_CERTS=./ca.pem casement doctor https://localhost:3000/mcp',
  },
  'connect-tls-mixed-up': {
    ...http,
    cause: 'The address says https and the server speaks plain HTTP, or the other way round.',
    fix: 'Use the scheme that the port speaks.',
    sample: 'casement doctor http://localhost:3000/mcp',
  },
  'connect-cut-off': {
    ...http,
    cause: 'The server closed the connection instead of answering.',
    fix: 'Look into its log: the process may have crashed, or a proxy may limit the time or the size.',
  },
  'connect-timeout': {
    ...http,
    cause: 'The server accepted the request and did not answer in time.',
    fix: 'Answer initialize at once; do slow work later. For a server that has to wake up, give a longer --timeout.',
    sample: 'casement doctor --timeout 60000 https://example.com/mcp',
  },
  'connect-stream-silent': {
    ...http,
    cause:
      'The server opened an event stream (SSE) for the response and wrote nothing to it: it, or a proxy, buffers the stream.',
    fix: 'Flush after each event and turn off buffering and compression for text/event-stream in every proxy, or answer with JSON.',
    sample: `X-Accel-Buffering: no\nCache-Control: no-transform`,
  },
  'connect-unauthenticated': {
    ...http,
    cause: 'The server requires an access token (401).',
    fix: 'To examine what is behind it, give --header "Authorization: Bearer …". For hosts, send WWW-Authenticate with resource_metadata.',
    sample: 'casement doctor --header "Authorization: Bearer $TOKEN" https://example.com/mcp',
  },
  'connect-host-refused': {
    ...http,
    cause: 'The server refuses the Host or Origin header: its guard against DNS rebinding does not know this address.',
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
    fix: 'Give the path of the endpoint, which is often /mcp.',
  },
  'connect-method-not-allowed': {
    ...http,
    cause: 'The endpoint does not accept POST (405): it is another page, or speaks the older HTTP+SSE transport.',
    fix: 'Give the path of the Streamable HTTP endpoint, and accept POST there.',
  },
  'connect-not-acceptable': {
    ...http,
    cause: 'The server refuses the Accept header (406), although it names application/json and text/event-stream.',
    fix: 'Let proxies pass the Accept header on unchanged; compare it as a list of media types.',
    sample: 'Accept: application/json, text/event-stream',
  },
  'connect-media-type': {
    ...http,
    cause: 'The server refuses the Content-Type of the request (415), although it is application/json.',
    fix: 'Accept application/json, with and without a charset; let proxies pass the header on unchanged.',
    sample: 'Content-Type: application/json',
  },
  'connect-rate-limited': {
    ...http,
    cause: 'The server refuses the request because there were too many (429).',
    fix: 'Allow a burst of requests when a client connects: a host lists tools and resources and reads Views at once.',
  },
  'connect-server-error': {
    ...http,
    cause: 'The server fails on the first request (5xx).',
    fix: 'Look into the log of the server, or of the gateway in front of it.',
  },
  'connect-redirected': {
    ...http,
    cause: 'The endpoint redirects in a way that turns a POST into a GET, so no message arrives.',
    fix: 'Use the final address, or redirect with 307 or 308.',
    sample: '308 Permanent Redirect',
  },
  'connect-html': {
    ...http,
    cause: 'The address answers with a web page (HTML) instead of JSON: it is not the MCP endpoint.',
    fix: 'Give the path of the endpoint, often /mcp; route it before the fallback of a single-page app, a login page or a tunnel’s notice.',
    sample: `app.post('/mcp', handleMcp)\napp.get('*', serveIndexHtml)`,
  },
  'connect-not-json': {
    ...http,
    cause: 'The server answers with something that is not JSON.',
    fix: 'Answer with application/json or text/event-stream.',
    sample: 'Content-Type: application/json',
  },
  'connect-answer-unmatched': {
    ...http,
    cause: 'The response has no message with the id of the request.',
    fix: 'Copy the id of the request into the response, as the same type.',
    sample: '{ "jsonrpc": "2.0", "id": 1, "result": {} }',
  },
  'connect-initialize-refused': {
    ...http,
    cause: 'The server answers initialize with an error.',
    fix: 'Accept initialize from any client, and answer with a protocol version that the server supports.',
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
      'The server requires Mcp-Session-Id, but its response to initialize carries none: it forgets to send it, or a proxy drops it.',
    fix: 'Send Mcp-Session-Id with the response to initialize and let proxies pass it on, or keep no sessions.',
    sample: 'Mcp-Session-Id: 3f1c…\nAccess-Control-Expose-Headers: Mcp-Session-Id',
  },
  'tool-not-found': {
    ...http,
    cause: 'The server has no tool of the name given with --tool.',
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
    cause: 'The response is JSON under another content type, which clients refuse.',
    fix: 'Send the header Content-Type: application/json with JSON, and text/event-stream with a stream.',
    sample: `response.writeHead(200, { 'Content-Type': 'application/json' })`,
  },
} as const satisfies Record<string, FindingEntry>
