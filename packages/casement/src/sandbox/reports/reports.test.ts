import { describe, expect, test } from 'vitest'
import { readBrowserReport, type SandboxReport } from './browser-report.ts'
import { createSandboxHandler } from '../handler.ts'

const HOST = 'http://casement.localhost:4400'
const VIOLATION = {
  'csp-report': {
    'document-uri': 'http://x.casement.localhost:4400/view/abc.def',
    'effective-directive': 'connect-src',
    'blocked-uri': 'https://evil.example/?secret',
    'source-file': 'http://x.casement.localhost:4400/view/abc.def',
    'line-number': 3,
    'column-number': 5,
    'original-policy': 'default-src …',
  },
}

const setUp = async (): Promise<{
  heard: SandboxReport[]
  post: (body: unknown, headers?: Record<string, string>) => Promise<Response>
  read: (headers?: Record<string, string>) => Promise<Response>
}> => {
  const heard: SandboxReport[] = []
  const handler = createSandboxHandler({
    secret: 'x'.repeat(32),
    domain: 'casement.localhost:4400',
    hostOrigins: [HOST],
    now: () => 1000,
    onreport: (report) => heard.push(report),
  })
  const ticket = await handler.mint({ app: 'a', html: 'x', hostOrigin: HOST })
  const view = await handler.fetch(new Request(ticket.viewUrl))
  const [, address = ''] = /report-uri (\S+)/.exec(view.headers.get('content-security-policy') ?? '') ?? []
  return {
    heard,
    post: (body, headers = {}) =>
      handler.fetch(
        new Request(address, {
          method: 'POST',
          body: typeof body === 'string' ? body : JSON.stringify(body),
          headers: { 'content-type': 'application/csp-report', 'sec-fetch-mode': 'no-cors', ...headers },
        }),
      ),
    read: (headers = { origin: HOST }) => handler.fetch(new Request(ticket.reportsUrl ?? '', { headers })),
  }
}

describe('what the browser reports', () => {
  test('reaches the operator and the host page, without the token that was in the address', async () => {
    const { heard, post, read } = await setUp()
    expect((await post(VIOLATION)).status).toBe(204)
    const report = {
      document: 'view',
      kind: 'csp',
      directive: 'connect-src',
      blocked: 'https://evil.example/?secret',
      line: 3,
      column: 5,
      at: 1000,
    }
    expect(heard).toMatchObject([report])
    expect(JSON.stringify(heard)).not.toContain('abc.def')
    const response = await read()
    expect(response.headers.get('access-control-allow-origin')).toBe(HOST)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe(': open\n\n')
    // Kept for a listener that comes late, and then as it comes.
    expect(JSON.parse((await reader?.read())?.value?.slice(6) ?? '')).toMatchObject(report)
    await post({ 'csp-report': { ...VIOLATION['csp-report'], 'effective-directive': 'img-src' } })
    expect((await reader?.read())?.value).toContain('img-src')
    await reader?.cancel()
    await post(VIOLATION)
    expect(heard).toHaveLength(3)
  })

  test('cannot be made up by a page: the browser says what a request is for', async () => {
    const { heard, post } = await setUp()
    const forged = await Promise.all([
      post(VIOLATION, { 'sec-fetch-mode': 'cors' }),
      post(VIOLATION, { 'content-type': 'text/plain' }),
      post('not json'),
      post({ 'csp-report': {} }),
      post([VIOLATION]),
      post(`"${'x'.repeat(70_000)}"`),
    ])
    expect(forged.map(({ status }) => status)).toEqual([403, 403, 400, 400, 400, 413])
    expect(heard).toEqual([])
  })

  test('is read by its own host page only', async () => {
    const { read } = await setUp()
    expect((await read({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await read({})).status).toBe(403)
  })

  test('tells a violation of the proxy, where a View tried to leave, from one of the View', () => {
    const report = { ...VIOLATION['csp-report'], 'document-uri': 'http://sandbox.casement.localhost:4400/proxy/abc.def' }
    expect(readBrowserReport(JSON.stringify({ 'csp-report': report }))?.document).toBe('proxy')
  })
})
