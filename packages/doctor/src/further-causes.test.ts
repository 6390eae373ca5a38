import { expect, test } from 'vitest'
import type { Target } from './connect/target.ts'
import { examine } from './examine.ts'
import type { Fields } from './static/fields.ts'
import { targetOf, URI, type FixtureServer } from './test-support/fixture-server.ts'
import { withTool } from './test-support/fixture.ts'

async function look(target: Target): Promise<readonly (readonly [code: string, evidence: string])[]> {
  const { findings } = await examine(target, { static: true })
  return findings.map(({ code, evidence }) => [code, evidence])
}

const lookAt = (server: FixtureServer) => look(targetOf(server))

test.each<[Fields, string]>([
  [{ _meta: { ui: { resource_uri: URI } } }, `_meta.ui.resource_uri: "${URI}"`],
  [{ _meta: { 'ui-resource': URI } }, `_meta["ui-resource"]: "${URI}"`],
  [{ _meta: {}, view: { address: URI } }, `view.address: "${URI}"`],
])('the address of a View under an unknown key is found: %j', async (members, evidence) => {
  expect(await lookAt(withTool(members))).toEqual([['tool-uri-misplaced', evidence]])
})

test.each([['No such city'], [{ message: 'No such city' }], [{ code: 'E1', message: 'No such city' }]])(
  'an error that is not one of JSON-RPC is explained: %j',
  async (error) => {
    // Servers send what the types of a fixture do not allow.
    const instead = { 'tools/call': { error: error as unknown as Fields } }
    const [[code, evidence] = []] = await lookAt({ instead })
    expect([code, evidence]).toEqual(['result-call-failed', expect.stringContaining('needs an object with a code (a number)')])
    expect(evidence).toContain('No such city')
  },
)

test('a server whose errors are malformed is still connected to', async () => {
  const instead = { 'server/discover': { error: 'Unknown method' as unknown as Fields } }
  expect(await lookAt({ instead })).toEqual([])
})

test('a request that gets 202 and no body is explained', async () => {
  const inner = targetOf({})
  if (inner.kind !== 'in-process') throw new Error('the fixture has another kind of target')
  const fetch = async (request: Request): Promise<Response> => {
    const { method } = (await request.clone().json()) as { method: string }
    return method === 'tools/list' ? new Response(null, { status: 202 }) : inner.fetch(request)
  }
  const [[code, evidence] = []] = await look({ ...inner, fetch })
  expect([code, evidence]).toEqual(['tools-list-failed', expect.stringContaining('tools/list with 202 and no body')])
})

test('the address that a server by HTTP printed is in the evidence', async () => {
  const code = `console.error('Weather listening on http://127.0.0.1:4321/mcp'); process.stdin.resume()`
  const { findings } = await examine(
    { kind: 'stdio', command: process.execPath, args: ['-e', code] },
    { static: true, timeout: 3000 },
  )
  expect(findings).toMatchObject([
    { code: 'start-not-stdio', evidence: expect.stringContaining('http://127.0.0.1:4321/mcp') as unknown },
  ])
})
