import type { FindingEntry } from './finding-entry.ts'

const shared = { stage: 'tool', fault: 'server' } as const
const ONE_APP = `await serve(app) // the same app behind every endpoint`

/** Where several endpoints of one server do not agree. */
export const ENDPOINT_FINDINGS = {
  'endpoint-unreachable': {
    ...shared,
    severity: 'error',
    requirement: 'R-029',
    cause: 'One of the endpoints cannot be reached, so hosts that use it show nothing.',
    fix: 'Check why it does not respond, or stop publishing it.',
    sample: 'casement doctor --static https://example.com/mcp',
  },
  'endpoint-tools-differ': {
    ...shared,
    severity: 'error',
    requirement: 'R-029',
    cause: 'Two endpoints of the server list different tools, so an app works in one host and not in another.',
    fix: 'Register tools and views in one place for every endpoint, and deploy them together.',
    sample: ONE_APP,
  },
  'endpoint-view-missing': {
    ...shared,
    stage: 'fetching',
    severity: 'error',
    requirement: 'R-029',
    cause: 'The view can be read at one endpoint but not at another, so it stays blank in hosts that use the other one.',
    fix: 'Register the views at every endpoint that has the tools.',
    sample: ONE_APP,
  },
  'endpoint-view-differs': {
    ...shared,
    stage: 'fetching',
    severity: 'warning',
    requirement: 'R-024',
    cause: 'Two endpoints give different documents or policies for one view, so hosts may mix an old view with new data.',
    fix: 'Deploy the same build everywhere.',
    sample: ONE_APP,
  },
} as const satisfies Record<string, FindingEntry>
