import type { Finding } from './catalogue/finding.ts'
import { fetchFacts, type FetchOptions } from './connect/fetch-facts.ts'
import { openSession } from './connect/open-session.ts'
import { addressOf, type Target } from './connect/target.ts'
import type { DoctorReport, Stage, ToolReport } from './report/report.ts'
import type { Facts } from './static/facts.ts'
import { runStaticChecks } from './static/run-static-checks.ts'

/** How a server is examined. */
export type ExamineOptions = Partial<FetchOptions>

const TIMEOUT = 10_000

/** Connects to a server, fetches what it says and judges it. Rejects when there is nothing to judge: no connection, no such tool. */
export async function examine(target: Target, options: ExamineOptions = {}): Promise<DoctorReport> {
  const timeout = options.timeout ?? TIMEOUT
  const start = performance.now()
  const session = await openSession(target, timeout)
  try {
    const connected: Stage = { name: 'connected', ok: true, milliseconds: performance.now() - start }
    const facts = await fetchFacts(session, target, { ...options, timeout })
    if (options.tool !== undefined && facts.tools.ok && facts.tools.value.length === 0)
      throw new Error(`the server has no tool "${options.tool}"`)
    const findings = runStaticChecks(facts)
    return {
      server: { address: addressOf(target), info: session.info, era: session.era, protocolVersion: session.protocolVersion },
      tools: reportTools(facts, findings, connected),
      findings,
      ok: findings.every(({ severity }) => severity === 'hint'),
    }
  } finally {
    await session.close().catch(() => {})
  }
}

function reportTools(facts: Facts, findings: readonly Finding[], connected: Stage): ToolReport[] {
  const listed: Stage = { name: 'listed', ok: facts.tools.ok, milliseconds: facts.listMilliseconds }
  return (facts.tools.ok ? facts.tools.value : []).map((tool) => {
    const name = String(tool['name'])
    const view = facts.views.find(({ tools }) => tools.includes(name))
    const call = facts.calls.find((each) => each.tool === name)
    return {
      name,
      resourceUri: view?.uri,
      stages: [
        connected,
        listed,
        ...(view ? [{ name: 'fetched' as const, ok: view.read.ok, milliseconds: view.milliseconds }] : []),
        ...(call ? [{ name: 'called' as const, ok: call.answer.ok, milliseconds: call.milliseconds }] : []),
      ],
      findings: findings.filter((each) => each.tool === name || (view !== undefined && each.resourceUri === view.uri)),
    }
  })
}
