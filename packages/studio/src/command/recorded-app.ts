import { defineApp, tool, type DefinedApp, type DefinedTool } from 'casement/server'
import { recordedCall, type Trace } from 'casement/testing/trace'

type Fields = Readonly<Record<string, unknown>>

/** An app that responds as the server of a recording did: the recorded document, and for each tool the recorded results in turn. */
export function recordedApp(trace: Trace): DefinedApp | undefined {
  const resource = trace.header.view?.resource
  if (!resource) return undefined
  const { tool: name = 'view', result, viewCalls } = recordedCall(trace)
  const results = new Map<string, Fields[]>([[name, result ? [result] : []]])
  for (const call of viewCalls)
    results.set(call.name, [...(results.get(call.name) ?? []), ...(call.response ? [call.response] : [])])
  const { html, csp, permissions } = resource
  return defineApp({
    name: 'recording',
    version: '1.0.0',
    // The recording has the metadata as the server declared it; a host judges it again.
    view: {
      html,
      ...(csp !== undefined && { csp: csp as object }),
      ...(permissions !== undefined && { permissions: permissions as object }),
    },
    tools: Object.fromEntries([...results].map(([each, list]) => [each, recordedTool(list, each === name)])),
  })
}

function recordedTool(results: readonly Fields[], hasView: boolean): DefinedTool {
  let next = 0
  return tool({
    description: 'Returns what it returned in the recording.',
    annotations: { readOnlyHint: true },
    ...(!hasView && { view: false as const }),
    run() {
      const result = results[Math.min(next++, results.length - 1)]
      if (!result) throw new Error('The recording has no result of this tool')
      return { content: [], ...result }
    },
  })
}
