import type { FindingEntry } from './finding-entry.ts'

const shared = { stage: 'tool', fault: 'server' } as const

/** Faults of the way to a server. */
export const ACCESS_FINDINGS = {
  'server-unauthorised': {
    ...shared,
    severity: 'error',
    requirement: 'R-306',
    cause: 'The server requires authorisation for some requests only, so an app breaks halfway.',
    fix: 'Answer 401 with WWW-Authenticate to the first request; to examine what is behind it, give --header "Authorization: …".',
    sample: `401 Unauthorized\nWWW-Authenticate: Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource"`,
  },
  'server-session-lost': {
    ...shared,
    severity: 'error',
    requirement: 'R-024',
    cause: 'The server does not know the session any more that it gave moments ago, as behind a balancer that spreads requests.',
    fix: 'Keep sessions where every instance finds them, or need none. Respond with 404 to an unknown session, so that clients start a new one.',
    sample: `await serve(app) // casement/server keeps no sessions`,
  },
  'server-ping-unanswered': {
    ...shared,
    severity: 'error',
    requirement: 'R-127',
    cause: 'The server does not answer ping, so hosts that ask for a sign of life take it for dead and show nothing.',
    fix: 'Answer it at once, with an empty result.',
    sample: `{ "jsonrpc": "2.0", "id": 7, "result": {} }`,
  },
  'server-stdout-noise': {
    ...shared,
    severity: 'error',
    requirement: 'R-200',
    cause: 'The server writes something else than messages to its standard output, which clients read as broken messages.',
    fix: 'Write logs to standard error.',
    sample: `console.error('listening') // not console.log`,
  },
} as const satisfies Record<string, FindingEntry>
