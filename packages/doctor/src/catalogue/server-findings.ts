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
    fix: 'Declare the capability when the server is created.',
    sample: `new McpServer(info, { capabilities: { tools: {} } })`,
  },
  'tools-list-failed': {
    ...shared,
    severity: 'error',
    requirement: 'R-200',
    cause: 'tools/list failed with an error, so no host finds a view.',
    fix: 'Check the error on the server: one tool whose schema cannot be converted breaks the whole list.',
    sample: `await client.listTools() // must not reject`,
  },
  'tools-list-endless': {
    ...shared,
    severity: 'error',
    requirement: 'R-209',
    cause: 'tools/list keeps returning the same nextCursor, so hosts that follow it never finish.',
    fix: 'Omit nextCursor on the last page.',
    sample: `return { tools: page, ...(more && { nextCursor: next }) }`,
  },
  'no-ui-resource': {
    ...fromCard('no-ui-resource', 'server'),
    severity: 'warning',
    requirement: 'R-196',
    cause: 'No tool of this server has a view, so a host has nothing to show.',
    sample: `_meta: { ui: { resourceUri: 'ui://weather/view.html' } }`,
  },
  'resources-undeclared': {
    ...shared,
    severity: 'error',
    requirement: 'R-029',
    cause:
      'Tools name views, but the server does not declare the capability `resources`, so hosts that check it never fetch them.',
    fix: 'Declare the capability on every endpoint that lists the tools.',
    sample: `new McpServer(info, { capabilities: { tools: {}, resources: {} } })`,
  },
  'extension-undeclared': {
    ...shared,
    severity: 'hint',
    requirement: 'R-009',
    cause: 'Tools have views, but the server does not announce MCP Apps. This is optional, but some hosts check it.',
    fix: 'Announce the extension among the capabilities.',
    sample: `capabilities: { tools: {}, resources: {}, extensions: { 'io.modelcontextprotocol/ui': {} } }`,
  },
  'server-version-unknown': {
    ...shared,
    severity: 'error',
    requirement: 'R-029',
    cause: 'The server responds to initialize with a protocol version that MCP does not have, so clients end the connection.',
    fix: 'Respond with the version that the client asks for if the server supports it, or else with the latest that it supports.',
    sample: `{ "protocolVersion": "2025-11-25", "capabilities": { "tools": {} }, "serverInfo": { "name": "weather", "version": "1.0.0" } }`,
  },
  'server-version-refused': {
    ...shared,
    severity: 'error',
    requirement: 'R-029',
    cause: 'The server refuses the header MCP-Protocol-Version with the version that it agreed on in initialize.',
    fix: 'Accept in the header every version that initialize responds with: update the SDK of the server, or the proxy that checks the header.',
    sample: `MCP-Protocol-Version: 2025-11-25`,
  },
  'server-unnamed': {
    ...shared,
    severity: 'warning',
    requirement: 'R-116',
    cause: 'The server has an empty name or version, which hosts show next to its views.',
    fix: 'Pass both when the server is created.',
    sample: `new McpServer({ name: 'weather', version: '1.0.0' })`,
  },
  'listing-failed': {
    ...shared,
    severity: 'warning',
    requirement: 'R-033',
    cause: 'The server declares resources, but resources/list failed with an error, so hosts that review policies find none.',
    fix: 'Support resources/list, with an empty list if there is nothing to list.',
    sample: `server.setRequestHandler('resources/list', () => ({ resources: [] }))`,
  },
  'listing-endless': {
    ...shared,
    severity: 'warning',
    requirement: 'R-033',
    cause: 'resources/list keeps returning the same nextCursor, so hosts that follow it never finish.',
    fix: 'Omit nextCursor on the last page.',
    sample: `return { resources: page, ...(more && { nextCursor: next }) }`,
  },
} as const satisfies Record<string, FindingEntry>
