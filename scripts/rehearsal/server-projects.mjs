// Server projects: the samples of the README, and the registration functions with both versions of the official SDK.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup.mjs'

/**
 * @typedef {object} ServerProject
 * @property {readonly string[]} dependencies
 * @property {readonly string[]} [build] the program and its arguments, run with npx
 * @property {readonly string[]} command how doctor and conformance start it
 * @property {() => Readonly<Record<string, string>>} files
 */

/**
 * The first TypeScript sample of the README that imports an entry point.
 * @param {string} entry
 */
function readmeSample(entry) {
  const samples = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```ts\n([^]*?)^```/gm)
  for (const [, code = ''] of samples) if (code.includes(`from '${entry}'`)) return code
  throw new Error(`rehearse: the README has no sample that imports ${entry}`)
}

const VIEW = `<!doctype html><html lang="en"><title>Weather</title><p>Waiting</p><script>\${mcpAppScript}</script><script>
  const app = new McpApp({ name: 'weather', version: '1.0.0' })
  app.ontoolresult = ({ structuredContent }) => (document.querySelector('p').textContent = structuredContent.degrees + ' degrees')
  app.connect()
</script></html>`

const REGISTER = `const uri = 'ui://weather/view.html'
function register(server) {
  registerAppTool(
    server,
    'forecast',
    {
      title: 'Forecast',
      description: 'The temperature in a city',
      inputSchema: { city: z.string().describe('Name of the city') },
      outputSchema: { degrees: z.number() },
      annotations: { readOnlyHint: true },
      _meta: { ui: { resourceUri: uri } },
    },
    async ({ city }) => ({ content: [{ type: 'text', text: '21 degrees in ' + city }], structuredContent: { degrees: 21 } }),
  )
  registerAppResource(server, 'Weather', uri, { _meta: { ui: { prefersBorder: true } } }, async () => ({
    contents: [{ uri, text: \`${VIEW}\` }],
  }))
  return server
}
`

const IMPORTS = `import { registerAppResource, registerAppTool } from 'casement/server'
import { mcpAppScript } from 'casement/view/script'
import { z } from 'zod'
`

/** @type {Readonly<Record<string, ServerProject>>} */
export const SERVER_PROJECTS = {
  'the View and the server of the README': {
    dependencies: ['casement', 'vite@8', '@modelcontextprotocol/server@2'],
    build: ['vite', 'build'],
    command: ['node', 'server.js'],
    files: () => ({
      'view.html':
        '<!doctype html><html lang="en"><title>Weather</title><body><script type="module" src="./view.ts"></script></body></html>',
      'view.ts': readmeSample('casement/view'),
      'server.js': readmeSample('casement/server'),
      'vite.config.mjs': `import { casement } from 'casement/vite'\nexport default { plugins: [casement()] }\n`,
    }),
  },
  'SDK v1 with Express': {
    dependencies: ['casement', '@modelcontextprotocol/sdk@1', 'express@5', 'zod@4'],
    command: ['http'],
    files: () => ({
      'server.mjs': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import express from 'express'
${IMPORTS}
${REGISTER}
const app = express().use(express.json())
app.post('/mcp', async (request, response) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  await register(new McpServer({ name: 'weather', version: '1.0.0' })).connect(transport)
  await transport.handleRequest(request, response, request.body)
})
const listener = app.listen(0, '127.0.0.1', () => console.log(\`http://127.0.0.1:\${listener.address().port}/mcp\`))
`,
    }),
  },
  'SDK v2': {
    dependencies: ['casement', '@modelcontextprotocol/server@2', 'zod@4'],
    command: ['node', 'server.mjs'],
    files: () => ({
      'server.mjs': `import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
${IMPORTS}
${REGISTER}
await register(new McpServer({ name: 'weather', version: '1.0.0' })).connect(new StdioServerTransport())
`,
    }),
  },
}
