import type { FindingEntry } from './finding-entry.ts'

const shared = { stage: 'initialize', fault: 'view', sample: 'npm install @modelcontextprotocol/ext-apps@latest' } as const

/** Faults of what a view was built with. */
export const SDK_FINDINGS = {
  'sdk-draft': {
    ...shared,
    severity: 'warning',
    requirement: 'R-314',
    cause: 'The view is built with a version of the official SDK from before MCP Apps was stable, and asks for the first draft.',
    fix: 'Build it with version 1.0 or newer; hosts of the stable specification need not know the draft.',
  },
  'sdk-too-old': {
    ...shared,
    severity: 'error',
    requirement: 'R-312',
    cause: 'A script calls a method that the version of the official SDK in the document does not have, which throws.',
    fix: 'Build the view with a version that has it, or look whether it is there before you call it.',
  },
} as const satisfies Record<string, FindingEntry>
