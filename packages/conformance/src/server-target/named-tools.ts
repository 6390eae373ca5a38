import { type Check, expectThat, notApplicable } from '../suite/check.ts'
import type { ServerSubject } from './server-subject.ts'
import { listOf } from './session.ts'

// Calls of SDKs and hand-written messages; minifiers keep both unchanged.
const CALLS = [
  /\b(?:callServerTool|callTool)\(\s*(?:\{\s*name:\s*)?(["'`])(?<name>[\w./-]{1,128})\1/g,
  /\bmethod:\s*(["'`])tools\/call\1,\s*params:\s*\{\s*name:\s*(["'`])(?<name>[\w./-]{1,128})\2/g,
]

/** The tools whose names are in the code of a View. */
const toolsNamedIn = (html: string): string[] =>
  CALLS.flatMap((call) => [...html.matchAll(call)].flatMap(({ groups }) => groups?.['name'] ?? []))

/** Tools that only Views call are listed as all others. Hidden ones show where a View names them; advice, because the View may be the one that is wrong. */
export const appOnlyListed: Check<ServerSubject> = {
  id: 'server/tools/app-only-listed',
  title: 'All tools that views call are in tools/list',
  requirements: ['R-208'],
  tag: 'stable',
  level: 'should',
  mutant: 'tools/app-only-listed',
  async run(subject) {
    const session = await subject.visit('apps')
    const named = new Set<string>()
    for (const uri of await subject.uris('apps')) {
      const answer = await session.request('resources/read', { uri })
      const texts = answer.ok ? listOf(answer.value['contents']).map(({ text }) => text) : []
      for (const text of texts) for (const name of toolsNamedIn(typeof text === 'string' ? text : '')) named.add(name)
    }
    if (named.size === 0) return notApplicable('no view names a tool')
    const listed = new Set((await subject.tools('apps')).map(({ name }) => name))
    const missing = [...named].filter((name) => !listed.has(name))
    return expectThat(missing.length === 0, missing, 'each of them in tools/list')
  },
}
