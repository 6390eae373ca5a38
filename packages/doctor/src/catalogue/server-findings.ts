import type { FindingEntry } from './finding-entry.ts'
import { fromCard } from './from-card.ts'

const shared = { stage: 'tool', fault: 'server' } as const

/** Faults of the server as a whole. */
export const SERVER_FINDINGS = {
  'tools-undeclared': {
    ...shared,
    severity: 'error',
    requirement: 'R-200',
    cause: 'The server does not declare the capability `tools`, so hosts never ask for its tools.',
    fix: 'Declare the capability when the server is made.',
    sample: `new McpServer(info, { capabilities: { tools: {} } })`,
  },
  'tools-list-failed': {
    ...shared,
    severity: 'error',
    requirement: 'R-200',
    cause: 'tools/list ended in an error, so no host learns of any view.',
    fix: 'Look at the error on the server: one tool whose schema cannot be converted breaks the whole list.',
    sample: `await client.listTools() // must not reject`,
  },
  'tools-list-endless': {
    ...shared,
    severity: 'error',
    requirement: 'R-209',
    cause: 'tools/list keeps returning the same nextCursor, so hosts that follow it never finish.',
    fix: 'Leave nextCursor out on the last page.',
    sample: `return { tools: page, ...(more && { nextCursor: next }) }`,
  },
  'no-ui-resource': {
    ...fromCard('no-ui-resource', 'server'),
    severity: 'warning',
    requirement: 'R-196',
    cause: 'No tool of this server has a view, so there is nothing that a host could show.',
    sample: `_meta: { ui: { resourceUri: 'ui://weather/view.html' } }`,
  },
  'resources-undeclared': {
    ...shared,
    severity: 'error',
    requirement: 'R-029',
    cause:
      'Tools name views, but the server does not declare the capability `resources`; hosts that look first never fetch them.',
    fix: 'Declare the capability on every endpoint that lists the tools.',
    sample: `new McpServer(info, { capabilities: { tools: {}, resources: {} } })`,
  },
  'extension-undeclared': {
    ...shared,
    severity: 'hint',
    requirement: 'R-009',
    cause: 'Tools have views, but the server does not announce MCP Apps; it need not, and still some hosts look for it.',
    fix: 'Announce the extension among the capabilities.',
    sample: `capabilities: { tools: {}, resources: {}, extensions: { 'io.modelcontextprotocol/ui': {} } }`,
  },
  'server-unnamed': {
    ...shared,
    severity: 'warning',
    requirement: 'R-116',
    cause: 'The server has an empty name or version, which hosts show next to its views.',
    fix: 'Give both when the server is made.',
    sample: `new McpServer({ name: 'weather', version: '1.0.0' })`,
  },
  'listing-failed': {
    ...shared,
    severity: 'warning',
    requirement: 'R-033',
    cause: 'The server declares resources, but resources/list ended in an error; hosts that review policies at connect see none.',
    fix: 'Answer resources/list, with an empty list if nothing is to be listed.',
    sample: `server.setRequestHandler('resources/list', () => ({ resources: [] }))`,
  },
  'listing-endless': {
    ...shared,
    severity: 'warning',
    requirement: 'R-033',
    cause: 'resources/list keeps returning the same nextCursor, so hosts that follow it never finish.',
    fix: 'Leave nextCursor out on the last page.',
    sample: `return { resources: page, ...(more && { nextCursor: next }) }`,
  },
} as const satisfies Record<string, FindingEntry>
