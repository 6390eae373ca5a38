// What is in the site, in which order, and under which name.

/**
 * @typedef {object} PageEntry
 * @property {string} file where its Markdown is, from the root of the repository
 * @property {string} name what it is called in addresses: `name.html`
 * @property {string} title what it is called in the menu
 * @property {string} about one sentence, for whoever decides what to read
 *
 * @typedef {PageEntry & { section: string, markdown: string }} Page with its text, and where in the menu it stands
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

/** Every page but those of the API. A file that is not in the repository is written while the site is built. @type {readonly Section[]} */
export const sections = [
  {
    title: 'Start',
    pages: [
      page('index', 'Casement', 'What it is, for whom, two commands and five minutes for each kind of user', 'README.md'),
      page('studio', 'The Studio', 'The `casement` command: a chat with real Views in it, and all their wires'),
      page('examples', 'Examples', 'Eight servers with their Views'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      page('view', 'Write a View', 'The page that a server ships and a host shows'),
      page('server', 'Write a server', 'Tools, Views and metadata in the right place'),
      page(
        'server-http',
        'The HTTP fast path',
        'Which requests it handles, and how its responses are kept equal to those of the SDK',
      ),
      page('server-fetch', 'Serve an app on any runtime', 'Workers, Next and Hono; OAuth tokens; tools that stream'),
      page('build', 'Build a View', 'One HTML file per View, with Vite'),
      page('host', 'Show Views in your product', 'Mount, contain, feed and remove Views'),
      page('ai-sdk', 'Views in a chat on the AI SDK', 'MCP tools, Views and their messages in useChat'),
      page('sandbox-recipes', 'Serve the sandbox', 'Recipes for Node, Express, Hono, nginx and a CDN'),
      page('gateway', 'The gateway', 'Connections, policy, audit and a store behind a web host'),
      page('deployment', 'Deployment', 'One machine, several nodes with PostgreSQL, a CDN for the sandbox'),
      page(
        'reliability',
        'Reliability',
        'Full disks, power cuts and database crashes: guarantees, and the faults that test them',
      ),
      page('testing', 'Test a View', 'Views in real frames, in your own tests'),
      page(
        'real-hosts',
        'Debug in real hosts',
        'A flight recorder for Views, and tools that find out why a View fails in one host',
      ),
      page('trace', 'Record and replay', 'Record all messages in one file, compare and replay them'),
      page('doctor', 'Find the reason', '`casement doctor` says why nothing shows'),
      page('migrate', 'Migrate', 'From ext-apps, MCP-UI and the OpenAI Apps SDK'),
      page('legacy', 'Old widgets, old hosts', 'MCP-UI and `window.openai`, both ways'),
    ],
  },
  {
    title: 'Understand',
    pages: [
      page('lifecycle', 'The life of a View', 'What is said between the parts, drawn from a recording'),
      page('policy', 'Policy and origins', 'Where a View runs, and what it may reach'),
      page('security', 'Security model', 'Every threat with its mitigation, its tests and the residual risk'),
      page('security-asvs', 'OWASP ASVS', 'What the gateway meets, and what is up to the operator'),
      page('threats', 'Threats', 'Every attack that is tried on every change'),
      page('browsers', 'Browsers', 'What is tested in Chromium, Firefox and WebKit, and what differs'),
      page('architecture', 'Architecture', 'The rooms, the doors, and one call from server to pixels and back'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('methods', 'Methods', 'Every message of the wire, from the method table'),
      page('protocol', 'The protocol library', 'Speak the wire yourself'),
      page('requirements', 'Requirements', 'Every rule of the protocol, its source and the tests that name it'),
      page('doctor-catalogue', 'Doctor catalogue', 'Every finding: cause, evidence and fix'),
      page('conformance', 'Conformance', 'What is checked, from four sides, and the results'),
      page('attack-corpus', 'The attack corpus', 'How hostile Views are run and judged', 'packages/conformance/README.md'),
      page('benchmarks', 'Benchmarks', 'What was measured, when and on what machine', 'bench/README.md'),
    ],
  },
  {
    title: 'The project',
    pages: [
      page('contributing', 'Contributing', 'How to work here', 'CONTRIBUTING.md'),
      page('dependencies', 'Dependencies', 'What we depend on, and why'),
      page('licences', 'Licences', 'The licences of what we depend on'),
    ],
  },
]
