// Every attack of the corpus, from the corpus itself.
import { build } from 'esbuild'
import { markdownTable } from './markdown-table.mjs'

/** @typedef {Pick<import('@casement/conformance').Attack, 'id' | 'title' | 'category'>} Attack */
/** @typedef {import('@casement/conformance').Category} Category */

/**
 * The goal of each kind of attack, and the mitigation.
 * @type {Readonly<Record<Category, readonly [goal: string, defence: string]>>}
 */
const THREATS = {
  network: [
    'Send what it was shown to somebody else, by any of the ways in which a page can cause a connection.',
    'The policy is compiled from what was declared and nothing else, comes as a header, and says no to everything it does not name. Where the browser has it, `Connection-Allowlist` stops what a content policy cannot.',
  ],
  'network-declared': [
    'Use one declared server to get to others: redirects, scripts and frames from there.',
    'A declared origin is the only one that opens. Redirects are judged again, and frames inherit the sandbox.',
  ],
  'csp-injection': [
    'Write a domain that becomes a directive, a wildcard, a header or an attribute.',
    'Entries are parsed by a grammar and refused whole, with the reason. None is repaired.',
  ],
  proxy: [
    'Take over the relay between the View and its host, or loosen the policy on the way.',
    'The relay has an origin of its own. Its address is signed, and serves one document to one host.',
  ],
  'other-app': ['Read what another app stores, shows or says.', 'Each app has an origin of its own, made of its identity.'],
  'next-view': [
    'Leave code behind in a page that the host has opened ahead of time for the next View of the same app.',
    'Only proxies are opened ahead of time. A page at the origin of an app is opened for one View, and goes with it.',
  ],
  forgery: [
    'Speak as the host, as the relay, or as another View.',
    'Both neighbours are pinned by window and by origin. After the handshake messages come over a port that nobody else holds.',
  ],
  calls: [
    'Call tools that it should not see, of servers that are not its own, or before it was let in.',
    'One gate for every action: visibility, same server, budgets, consent, and one line in the audit log for each.',
  ],
  messages: [
    'Overwhelm or confuse whoever reads: size, depth, rate, shapes, prototypes.',
    'The relay and the host read strictly, with limits on bytes, depth, nodes and rate, and end a View that floods.',
  ],
  'links-and-files': [
    'Open a page, start a download or write a file without the user.',
    'Only `http` and `https` links, with the whole address shown. Names of files are cleaned. Frames may open neither windows nor downloads.',
  ],
  consent: [
    'Have something sent that the user did not see, or a dialog confirmed that the user did not read.',
    'A dialog shows all that it sends, and hidden characters by their code. Its button is armed after a pause without a press.',
  ],
  identity: [
    'Be taken for another app, or for the host.',
    'The host names the server. The name that a View gives itself is quoted as its claim, limited and escaped, and the first one stays.',
  ],
  browser: [
    'Take what belongs to the user: focus, scrolling, history, the clipboard, dialogs, sensors.',
    'Sandbox flags and a permissions policy that names and denies every feature that was not granted. Focus and scrolling are given back.',
  ],
  focus: [
    'Get what the user types for the page or for another View.',
    'A focus that came without a press in the View, Tab or the host goes back to where it was. A View that goes on is closed.',
  ],
  liveness: [
    'Freeze the host, or stay when it should go.',
    'Every document asks for a process of its own. Every stage has a deadline, and removal waits for nobody.',
  ],
  legacy: [
    'Act through a protocol from before MCP Apps: MCP-UI, `window.openai`, remote DOM.',
    'A legacy View runs in the same sandbox, and each of its actions becomes an MCP Apps request that passes the gate. Remote DOM runs in the View, never in the host page.',
  ],
  sharing: [
    'Reach another app through storage, channels, workers, the names of windows or its document.',
    'Each app has an origin of its own. A View may not navigate other frames, and its origin serves no worker script.',
  ],
  'partial-load': [
    'Get an action through while the chunk with the dialogs is missing.',
    'An action that needs the chunk is refused until it has loaded.',
  ],
}

/** The corpus is TypeScript that is not published, so it is compiled for this. @param {string} root @returns {Promise<readonly Attack[]>} */
export async function readCorpus(root) {
  const { outputFiles } = await build({
    entryPoints: [`${root}/packages/conformance/src/attacks/corpus.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  })
  const module = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')}`)
  return module.corpus
}

/**
 * @param {readonly Attack[]} corpus
 * @returns {string}
 */
export function threatPage(corpus) {
  const categories = [...new Set(corpus.map(({ category }) => category))]
  const of = (/** @type {Category} */ category) => corpus.filter((attack) => attack.category === category)
  return [
    '# Threats',
    `A View is somebody else's page. These are the ${corpus.length} attacks that hostile Views make on our host in a real browser, and on one that is weak on purpose, where each of them must succeed: a check that cannot fail shows nothing. \`npm run attacks\` runs all of them; how a verdict is made is told under [the attack corpus](../packages/conformance/README.md), and what stands behind the defences under [policy and origins](policy.md).`,
    markdownTable(
      ['threat', 'attacks', 'what it wants', 'what stands in its way'],
      categories.map((category) => [
        `[${category}](#${category})`,
        String(of(category).length),
        ...(THREATS[category] ?? ['', '']),
      ]),
    ),
    ...categories.map((category) => {
      const rows = of(category).map(({ id, title }) => [
        `\`${id}\``,
        title.replaceAll(/[<>]/g, (mark) => (mark === '<' ? '&lt;' : '&gt;')),
      ])
      return `## ${category}\n\n${THREATS[category]?.[0] ?? ''}\n\n${markdownTable(['attack', 'what it tries'], rows)}`
    }),
  ].join('\n\n')
}
