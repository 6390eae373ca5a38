import { finding, type Finding } from '../catalogue/finding.ts'
import type { EndpointFacts, Facts, ViewFacts } from './facts.ts'
import { fieldsOf, isFields, show, type Fields } from './fields.ts'
import { contentOf, textOf } from './view-document.ts'

/** Where the endpoints of one server do not agree. */
export function checkEndpoints({ tools, views, others = [] }: Facts): Finding[] {
  const own = tools.ok ? tools.value : []
  return others.flatMap((other) => {
    if (!other.ok) return [finding('endpoint-unreachable', `${other.address}: ${other.message}`)]
    return [...compareTools(own, other), ...views.flatMap((view) => compareView(view, other))]
  })
}

type Reached = Extract<EndpointFacts, { ok: true }>

function compareTools(own: readonly Fields[], { address, tools }: Reached): Finding[] {
  const [here, there] = [byName(own), byName(tools)]
  const only = (from: typeof here, to: typeof here): string[] => [...from.keys()].filter((name) => !to.has(name))
  const [lost, added] = [only(here, there), only(there, here)]
  const different = [...here].filter(([name, tool]) => there.has(name) && there.get(name) !== tool).map(([name]) => name)
  return [
    ...(lost.length > 0 ? [finding('endpoint-tools-differ', `${address} does not have ${lost.join(', ')}`)] : []),
    ...(added.length > 0 ? [finding('endpoint-tools-differ', `only ${address} has ${added.join(', ')}`)] : []),
    ...different.map((tool) => finding('endpoint-tools-differ', `${tool} is another one at ${address}`, { tool })),
  ]
}

/** The values that hosts compare. A description may be translated. */
const byName = (tools: readonly Fields[]): Map<string, string> =>
  new Map(
    tools.map(({ name, inputSchema, outputSchema, _meta }) => [
      String(name),
      show(inOrder({ inputSchema, outputSchema, ui: fieldsOf(_meta)['ui'] })),
    ]),
  )

function compareView(view: ViewFacts, { address, views }: Reached): Finding[] {
  const place = { resourceUri: view.uri }
  const there = views.find(({ uri }) => uri === view.uri)
  // It names another one, which is a finding of the tool.
  if (!there || !view.read.ok) return []
  if (!there.read.ok) return [finding('endpoint-view-missing', `${address}: ${there.read.message}`, place)]
  const differ = (['text', 'csp', 'permissions'] as const).filter((part) => partOf(view, part) !== partOf(there, part))
  return differ.length === 0 ? [] : [finding('endpoint-view-differs', `${address} has other ${differ.join(', ')}`, place)]
}

/** Not the domain: that rightly is another one for another address. */
function partOf(view: ViewFacts, part: 'text' | 'csp' | 'permissions'): string | undefined {
  const content = contentOf(view)
  if (!content) return undefined
  return part === 'text' ? textOf(content) : show(inOrder(fieldsOf(fieldsOf(content['_meta'])['ui'])[part]))
}

/** The same value whatever order its members came in. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, inOrder(value[key])]),
  )
}
