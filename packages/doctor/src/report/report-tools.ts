import type { Finding } from '../catalogue/finding.ts'
import { classicSteps } from '../dynamic/classic-steps.ts'
import type { Observation } from '../dynamic/observation.ts'
import { detectSdk } from '../static/detect-sdk.ts'
import type { Facts } from '../static/facts.ts'
import { documentOf, type ViewDocument } from '../static/view-document.ts'
import type { Stage, ToolReport, ViewMeasures } from './report.ts'

/** The facts about each tool. */
export function reportTools(
  facts: Facts,
  findings: readonly Finding[],
  observations: readonly Observation[],
  connected: Stage,
): ToolReport[] {
  const listed: Stage = { name: 'listed', ok: facts.tools.ok, milliseconds: facts.listMilliseconds }
  return (facts.tools.ok ? facts.tools.value : []).map((tool) => {
    const name = String(tool['name'])
    const view = facts.views.find(({ tools }) => tools.includes(name))
    const call = facts.calls.find((each) => each.tool === name)
    const document = view && documentOf(view)
    const seen = observations.find((each) => each.uri === view?.uri)
    return {
      name,
      resourceUri: view?.uri,
      sdk: document && detectSdk(document),
      stages: [
        connected,
        listed,
        ...(view ? [{ name: 'fetched' as const, ok: view.read.ok, milliseconds: view.milliseconds }] : []),
        ...(call ? [{ name: 'called' as const, ok: call.answer.ok, milliseconds: call.milliseconds }] : []),
        ...(seen ? mountStages(seen) : []),
      ],
      steps: seen && classicSteps(seen),
      measures: seen && measuresOf(seen, document),
      findings: findings.filter((each) => each.tool === name || (view !== undefined && each.resourceUri === view.uri)),
    }
  })
}

const NAMES = { mint: 'minted', proxy: 'sandboxed', document: 'loaded', initialize: 'asked', initialized: 'initialized' } as const

/** Each stage of the mount, with the time since the previous one. */
function mountStages({ record }: Observation): Stage[] {
  const stages = record.steps.flatMap(({ name, elapsed }, at) => {
    const known = NAMES[name as keyof typeof NAMES]
    return known ? [{ name: known, ok: true, milliseconds: elapsed - (record.steps[at - 1]?.elapsed ?? 0) }] : []
  })
  const missing = Object.values(NAMES).find((name) => !stages.some((stage) => stage.name === name))
  return missing === undefined ? stages : [...stages, { name: missing, ok: false, milliseconds: 0 }]
}

function measuresOf({ record, shown }: Observation, document: ViewDocument | undefined): ViewMeasures {
  const longTasks = shown?.measures.longTasks ?? []
  return {
    documentBytes: Buffer.byteLength(document?.html ?? ''),
    loadedBytes: shown?.measures.loaded.bytes ?? 0,
    requests: shown?.measures.loaded.requests ?? 0,
    initializedMilliseconds: record.steps.find(({ name }) => name === 'initialized')?.elapsed,
    longTasks: longTasks.length,
    longestTaskMilliseconds: Math.max(0, ...longTasks),
  }
}
