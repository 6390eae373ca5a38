import type { Call } from '@casement/gateway'
import { expect, test } from 'vitest'
import { renewRoute } from './renew-route.ts'

test.each([
  ['the page', { origin: 'http://casement.localhost:1', 'sec-fetch-site': 'same-origin' }, 200],
  ['a View, which is on the same site', { origin: 'http://app.casement.localhost:1', 'sec-fetch-site': 'same-site' }, 403],
  ['another origin that claims to be the page', { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }, 403],
  ['a script outside of a browser', {}, 403],
])('gives the secret to %s or not', async (_who, headers, status) => {
  const request = new Request('http://casement.localhost:1/api/page-secret', { method: 'POST', headers })
  // The handler reads these two members only.
  const response = await renewRoute().handle({ request, pageSecret: 'new' } as unknown as Call)
  expect(response?.status).toBe(status)
  expect(await response?.text()).toContain(status === 200 ? 'new' : 'WRONG_ORIGIN')
})
