import type { FindingEntry } from './finding-entry.ts'

const shared = { stage: 'running', fault: 'server' } as const

/** Faults in what a tool returns. */
export const RESULT_FINDINGS = {
  'result-no-text': {
    ...shared,
    severity: 'error',
    requirement: 'R-012',
    cause: 'The result has no text, so the model and hosts without views learn nothing from it.',
    fix: 'Say in content what the view shows.',
    sample: `return { content: [{ type: 'text', text: '18 °C and sunny in Rome' }], structuredContent }`,
  },
  'result-structured-missing': {
    ...shared,
    severity: 'error',
    requirement: 'R-226',
    cause:
      'The tool declares outputSchema and returns no structuredContent; clients of the official SDK turn that into an error.',
    fix: 'Return structuredContent that fits the schema, with every result that is no error.',
    sample: `return { content, structuredContent: { days } }`,
  },
  'result-embedded-view': {
    ...shared,
    severity: 'warning',
    requirement: 'R-200',
    cause: 'The result embeds a ui:// resource next to the declared view; some hosts then show neither, or both.',
    fix: 'Name the view in the metadata of the tool only.',
    sample: `_meta: { ui: { resourceUri: 'ui://weather/view.html' } }`,
  },
  'result-call-failed': {
    ...shared,
    severity: 'error',
    requirement: '4.14',
    cause: 'tools/call ended in a protocol error, so the view is told that the call was cancelled.',
    fix: 'Return failures as results with isError.',
    sample: `return { isError: true, content: [{ type: 'text', text: 'There is no such place.' }] }`,
  },
} as const satisfies Record<string, FindingEntry>
