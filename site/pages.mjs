// The pages of the documentation site, in the order of the menu.

/**
 * @typedef {object} PageEntry
 * @property {string} file path of its Markdown, from the root of the repository
 * @property {string} name name in URLs: `name.html`
 * @property {string} title title in the menu
 * @property {string} about one line for the menu and llms.txt
 *
 * @typedef {PageEntry & { section: string, markdown: string }} Page with its text and its section of the menu
 *
 * @typedef {object} Section
 * @property {string} title
 * @property {readonly PageEntry[]} pages
 */

/**
 * @param {string} name
 * @param {string} title
 * @param {string} about
 * @param {string} [file]
 * @returns {PageEntry}
 */
const page = (name, title, about, file = `docs/${name}.md`) => ({ file, name, title, about })

/** Every page except the API reference. A file that is not in the repository is generated with the site. @type {readonly Section[]} */
export const sections = [
  {
    title: 'Start',
    pages: [
      page('index', 'Casement', 'Features, commands and a quick start for each role', 'README.md'),
      page('studio', 'The Studio', 'The `casement` command: run, inspect and debug MCP Apps'),
      page('examples', 'Examples', 'Eight servers with their Views'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      page('view', 'Write a View', 'Connect an HTML page to its host'),
      page('server', 'Write a server', 'Define tools and Views, and serve them over stdio or HTTP'),
      page('server-fetch', 'Serve an app on any runtime', 'Workers, Next and Hono; OAuth tokens; streaming tools'),
      page(
        'server-http',
        'The HTTP fast path',
        'Requests that are handled without the SDK, and how the responses are kept equal',
      ),
      page('build', 'Build a View', 'Bundle each View into one HTML file with Vite'),
      page('host', 'Show Views in your product', 'Mount, sandbox, update and dispose Views'),
      page('ai-sdk', 'Views in a chat on the AI SDK', 'MCP tools, Views and their messages in useChat'),
      page('sandbox-recipes', 'Serve the sandbox', 'Recipes for Node, Express, Hono, nginx and a CDN'),
      page('gateway', 'The gateway', 'Connections, policy, audit log and a store behind a web host'),
      page('deployment', 'Deployment', 'One machine, several nodes with PostgreSQL, a CDN for the sandbox'),
      page('reliability', 'Reliability', 'Guarantees under full disks, power cuts and crashes, and the tests for them'),
      page('testing', 'Test a View', 'Run Views in real frames in your own tests'),
      page('doctor', 'Diagnose a View', 'Find out why a View does not render, and fix it'),
      page('real-hosts', 'Debug in real hosts', 'Record Views in other hosts, probe the host, and bisect the difference'),
      page('trace', 'Record and replay', 'Record all messages in one file, compare and replay them'),
      page('agents', 'Coding agents and CI', 'Render Views as pictures, serve Casement to an agent, install skills'),
      page(
        'legacy',
        'MCP-UI and ChatGPT apps',
        'Run MCP-UI widgets and `window.openai` apps, and run Views in hosts that only have these',
      ),
    ],
  },
  {
    title: 'Migrate',
    pages: [
      page('migrate', 'Overview', 'Keep your code by npm alias, or rewrite it with the codemod'),
      page('migrate-ext-apps', 'From ext-apps', 'Entry points, names and differences'),
      page('migrate-mcp-ui', 'From MCP-UI', 'Names in hosts, servers and widgets'),
      page('migrate-openai', 'From the OpenAI Apps SDK', 'Metadata, and `window.openai` in a View'),
      page('migrate-skybridge', 'From skybridge', 'Counterparts of its server and hooks'),
      page('migrate-mcp-use', 'From mcp-use', 'Counterparts of its widgets and hooks'),
      page('migrate-sunpeak', 'From sunpeak', 'Counterparts of its project layout and hooks'),
    ],
  },
  {
    title: 'Concepts',
    pages: [
      page('lifecycle', 'Life cycle of a View', 'The messages between host, sandbox and View, drawn from a recording'),
      page('policy', 'Policy and origins', 'Where a View runs, and what it can access'),
      page('security', 'Security model', 'Every threat with its mitigation, its tests and the residual risk'),
      page('security-asvs', 'OWASP ASVS', 'Requirements that the gateway meets, and those of the operator'),
      page('threats', 'Attacks', 'Every attack of the corpus that runs in the tests'),
      page('browsers', 'Browsers', 'Tests in Chromium, Firefox and WebKit, and differences between them'),
      page('architecture', 'Architecture', 'Packages, folders, and the path of a message through the code'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('entry-points', 'Entry points', 'Every entry point with its purpose and its guide'),
      page('methods', 'Methods', 'Every message of the protocol, from the method table'),
      page('gateway-api', 'The API of the gateway', 'Every request of the API, from its OpenAPI document'),
      page('protocol', 'The protocol library', 'Use the wire protocol directly'),
      page('requirements', 'Requirements', 'Every requirement of the protocol, its source and its tests'),
      page('doctor-catalogue', 'Known problems', 'Every problem that the doctor detects, by symptom, with the fix'),
      page('conformance', 'Conformance', 'Checks for hosts, Views, servers and proxies, and results'),
      page('attack-corpus', 'The attack corpus', 'How hostile Views are run and judged', 'packages/conformance/README.md'),
      page('mcp-conformance', 'MCP conformance', 'Results of the official MCP conformance suite'),
      page('benchmarks', 'Benchmarks', 'Measurements, with date and machine', 'bench/README.md'),
    ],
  },
  {
    title: 'Project',
    pages: [
      page('stability', 'Stability and versions', 'Stable and experimental parts, and how versions are checked'),
      page('contributing', 'Contributing', 'Commands, conventions and tests', 'CONTRIBUTING.md'),
      page('dependencies', 'Dependencies', 'Every dependency and its reason'),
      page('licences', 'Licences', 'Licences of all dependencies'),
    ],
  },
]
