import type { Session } from '../connect/session.ts'
import type { Facts } from '../static/facts.ts'
import { fieldsOf } from '../static/fields.ts'
import type { AskServer } from './stage.ts'

/** The tools that Views may call while they are examined, and the blocked calls. */
export interface GuardedServer {
  readonly ask: AskServer
  /** The tools whose calls were blocked. */
  readonly withheld: ReadonlySet<string>
}

/** Forwards the requests of Views. Tools that may change something are not called, unless the user named them or permits everything. */
export function guardServer(
  session: Session,
  facts: Facts,
  { tool: named, mayAct, timeout }: { readonly tool: string | undefined; readonly mayAct: boolean; readonly timeout: number },
): GuardedServer {
  const withheld = new Set<string>()
  const harmless = new Set(
    (facts.allTools ?? [])
      .filter((tool) => mayAct || tool['name'] === named || fieldsOf(tool['annotations'])['readOnlyHint'] === true)
      .map(({ name }) => name),
  )
  const listed = new Set((facts.allTools ?? []).map(({ name }) => name))
  return {
    withheld,
    async ask(method, params) {
      const { name, uri } = params
      if (method === 'tools/call' && !harmless.has(name)) {
        // A tool that does not exist lacks more than an annotation.
        if (!listed.has(name)) throw Object.assign(new Error(`Unknown tool: ${String(name)}`), { code: -32_602 })
        withheld.add(String(name))
        return { isError: true, content: [{ type: 'text', text: 'The doctor calls only tools that declare readOnlyHint.' }] }
      }
      // Every mount uses the same response, because the server was requested once.
      const known = method === 'resources/read' ? facts.views.find((view) => view.uri === uri)?.read : undefined
      return known?.ok ? known.value : session.request(method, params, timeout)
    },
  }
}
