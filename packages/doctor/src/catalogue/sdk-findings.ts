import type { FindingEntry } from './finding-entry.ts'

const shared = { stage: 'initialize', fault: 'view', sample: 'npm install @modelcontextprotocol/ext-apps@latest' } as const

/** Faults of the SDK of a View. */
export const SDK_FINDINGS = {
  'sdk-draft': {
    ...shared,
    severity: 'warning',
    requirement: 'R-314',
    cause: 'The view is built with a pre-1.0 version of the official SDK, which requests the first draft of the protocol.',
    fix: 'Build it with version 1.0 or newer. Hosts that implement the stable specification may not support the draft.',
  },
  'sdk-too-old': {
    ...shared,
    severity: 'error',
    requirement: 'R-312',
    cause: 'A script calls a method that the version of the official SDK in the document does not have, which throws.',
    fix: 'Build the view with a version that has it, or check that it exists before you call it.',
  },
} as const satisfies Record<string, FindingEntry>
