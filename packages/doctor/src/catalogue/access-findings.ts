import type { FindingEntry } from './finding-entry.ts'

const shared = { stage: 'tool', fault: 'server' } as const

/** Faults of the way to a server. */
export const ACCESS_FINDINGS = {
  'server-unauthorised': {
    ...shared,
    severity: 'error',
    requirement: 'R-306',
    cause: 'The server requires authorization only for some requests, so an app fails after it has loaded.',
    fix: 'Respond to the first request with 401 and WWW-Authenticate. To check the server as a signed-in user, pass --header "Authorization: …".',
    sample: `401 Unauthorized\nWWW-Authenticate: Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource"`,
  },
  'server-session-lost': {
    ...shared,
    severity: 'error',
    requirement: 'R-024',
    cause:
      'The server does not recognize a session that it has just created, for example behind a load balancer without sticky sessions.',
    fix: 'Store sessions where every instance can read them, or use none. Respond to an unknown session with 404, so that clients start a new one.',
    sample: `await serve(app) // casement/server keeps no sessions`,
  },
  'server-ping-unanswered': {
    ...shared,
    severity: 'error',
    requirement: 'R-127',
    cause: 'The server does not respond to ping, so hosts that check the connection treat it as disconnected.',
    fix: 'Respond to ping immediately with an empty result.',
    sample: `{ "jsonrpc": "2.0", "id": 7, "result": {} }`,
  },
  'server-stdout-noise': {
    ...shared,
    severity: 'error',
    requirement: 'R-200',
    cause: 'The server writes logs to standard output, which clients read as invalid messages.',
    fix: 'Write logs to standard error.',
    sample: `console.error('listening') // not console.log`,
  },
} as const satisfies Record<string, FindingEntry>
