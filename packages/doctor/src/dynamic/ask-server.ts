import type { Session } from '../connect/session.ts'
import type { Facts } from '../static/facts.ts'
import { fieldsOf } from '../static/fields.ts'
import type { AskServer } from './stage.ts'

/** Which tools Views may call while they are examined, and what they were not allowed to. */
export interface GuardedServer {
  readonly ask: AskServer
  /** The tools that Views called in vain. */
  readonly withheld: ReadonlySet<string>
}

/** Passes on what Views ask for. Tools that may change something are not called, unless the user named them. */
export function guardServer(session: Session, facts: Facts, named: string | undefined, timeout: number): GuardedServer {
  const withheld = new Set<string>()
  const harmless = new Set(
    (facts.tools.ok ? facts.tools.value : [])
      .filter((tool) => tool['name'] === named || fieldsOf(tool['annotations'])['readOnlyHint'] === true)
      .map(({ name }) => name),
  )
  return {
    withheld,
    async ask(method, params) {
      const { name, uri } = params
      if (method === 'tools/call' && !harmless.has(name)) {
        withheld.add(String(name))
        return { isError: true, content: [{ type: 'text', text: 'The doctor calls no tool that may change something.' }] }
      }
      // Every mount reads it; the server was asked once, and what it said then is what is examined.
      const known = method === 'resources/read' ? facts.views.find((view) => view.uri === uri)?.read : undefined
      return known?.ok ? known.value : session.request(method, params, timeout)
    },
  }
}
