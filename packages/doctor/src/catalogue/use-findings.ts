import type { FindingEntry } from './finding-entry.ts'

const shared = { stage: 'running', fault: 'view' } as const

/** Faults that show when a user uses a View. */
export const USE_FINDINGS = {
  'wire-arguments-mismatch': {
    ...shared,
    severity: 'error',
    requirement: 'R-261',
    cause: 'The View calls a tool with arguments that do not match the inputSchema of the tool.',
    fix: 'Send the properties that the schema requires, with their types.',
    sample: `await app.callServerTool({ name: 'refresh', arguments: { place: 'Rome' } })`,
  },
  'wire-mcp-ui-action': {
    ...shared,
    severity: 'error',
    requirement: 'R-112',
    cause: 'The View posts an action of MCP-UI, which MCP Apps hosts ignore.',
    fix: 'Send the request of MCP Apps instead: tools/call, ui/message or ui/open-link.',
    sample: `await app.callServerTool({ name: 'refresh', arguments: { place: 'Rome' } })`,
  },
  'use-error': {
    ...shared,
    severity: 'error',
    requirement: 'R-252',
    cause: 'Using a control of the View throws an uncaught exception.',
    fix: 'Fix the error, and show a message for errors at run time.',
    sample: `button.onclick = () => refresh().catch(showProblem)`,
  },
  'use-refused': {
    ...shared,
    severity: 'warning',
    requirement: 'R-072',
    cause: 'A control uses a browser feature that the sandbox refuses.',
    fix: 'Declare the permission in _meta.ui.permissions of the resource, or ask the host instead.',
    sample: `_meta: { ui: { permissions: { clipboardWrite: {} } } }`,
  },
  'use-download': {
    ...shared,
    severity: 'warning',
    requirement: 'R-097',
    cause: 'A control downloads a file with a link, which sandboxed frames refuse.',
    fix: 'Ask the host with ui/download-file (downloadFile of an App).',
    sample: `await app.downloadFile({ contents: [{ type: 'resource', resource: { uri: 'file:///weather.txt', mimeType: 'text/plain', text } }] })`,
  },
  'use-nothing': {
    ...shared,
    severity: 'hint',
    requirement: 'R-020',
    cause: 'A control has no effect: using it changes nothing and sends nothing.',
    fix: 'Attach its handler, or disable it while it has no effect.',
    sample: `button.disabled = true`,
  },
} as const satisfies Record<string, FindingEntry>
