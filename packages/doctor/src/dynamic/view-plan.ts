import { exampleInput } from '../connect/example-input.ts'
import type { Facts, ViewFacts } from '../static/facts.ts'
import { fieldsOf, show, type Fields } from '../static/fields.ts'
import { documentOf, type ViewDocument } from '../static/view-document.ts'

/** A View to mount, and the messages to send to it. */
export interface ViewPlan {
  readonly uri: string
  readonly tool: Fields
  readonly name: string
  readonly capabilities: Fields
  /** All tools of the server. */
  readonly tools: readonly Fields[]
  readonly document: ViewDocument | undefined
  /** The result of `resources/read`. */
  readonly read: Fields
  /** True when the tool was called. */
  readonly isCalled: boolean
  readonly input: Fields
  /** The result of the tool, or a generated one from its schema; undefined if neither is known. */
  readonly result: Fields | undefined
}

/** Which Views can be mounted: each one once, for the tool of which most is known. */
export function planViews(facts: Facts): ViewPlan[] {
  return facts.views.flatMap((view) => (documentOf(view) ? (planView(view, facts) ?? []) : []))
}

function planView(view: ViewFacts, { tools, allTools = [], calls, capabilities }: Facts): ViewPlan | undefined {
  const own = (tools.ok ? tools.value : []).filter(({ name }) => view.tools.includes(String(name)))
  const called = calls.filter((call) => view.tools.includes(call.tool) && call.answer.ok)
  const best = called.find(({ answer }) => answer.ok && answer.value['isError'] !== true) ?? called[0]
  const tool = own.find(({ name }) => name === best?.tool) ?? own[0]
  if (!tool) return undefined
  const result = best?.answer.ok ? best.answer.value : madeUp(tool['outputSchema'])
  const input = best?.input ?? fieldsOf(exampleInput(tool['inputSchema']))
  return {
    uri: view.uri,
    tool,
    name: String(tool['name']),
    capabilities,
    tools: allTools,
    document: documentOf(view),
    read: view.read.ok ? view.read.value : {},
    isCalled: calls.some((call) => view.tools.includes(call.tool)),
    input,
    result,
  }
}

/** A result as the schema describes it, for a tool that must not be called. */
function madeUp(outputSchema: unknown): Fields | undefined {
  if (outputSchema === undefined) return undefined
  const structuredContent = exampleInput(outputSchema)
  return { content: [{ type: 'text', text: show(structuredContent) }], structuredContent }
}
