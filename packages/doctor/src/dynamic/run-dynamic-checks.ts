import type { ProfileId } from 'casement/testing/profiles'
import type { Browser } from 'playwright-core'
import type { Finding } from '../catalogue/finding.ts'
import type { Session } from '../connect/session.ts'
import type { Facts } from '../static/facts.ts'
import { guardServer } from './ask-server.ts'
import { checkCode } from './check-code.ts'
import { checkLook } from './check-look.ts'
import { checkScenarios } from './check-scenarios.ts'
import { checkWire } from './check-wire.ts'
import { leaveOutKnown } from './known-causes.ts'
import type { Observation } from './observation.ts'
import { observeView, type ObserveOptions } from './observe-view.ts'
import { openHostStage, type HostStage } from './stage.ts'
import { planViews, type ViewPlan } from './view-plan.ts'

/** How Views are examined in a browser. */
export interface DynamicOptions extends Pick<ObserveOptions, 'app' | 'deadline' | 'pictures' | 'scenarios'> {
  readonly profiles: readonly ProfileId[]
  /** The tool that the user named. */
  readonly tool: string | undefined
  readonly timeout: number
}

/** What was seen, and what is wrong with it. */
export interface DynamicOutcome {
  readonly observations: readonly Observation[]
  readonly findings: readonly Finding[]
  /** What could not be judged, and why. */
  readonly notices: readonly string[]
}

const CHECKS = [checkCode, checkWire, checkLook, checkScenarios]

/** Shows every View in a browser, and judges what is seen. `known` is what is already said of them. */
export async function runDynamicChecks(
  browser: Browser,
  session: Session,
  facts: Facts,
  known: readonly Finding[],
  options: DynamicOptions,
): Promise<DynamicOutcome> {
  const server = guardServer(session, facts, options.tool, options.timeout)
  const stage = await openHostStage(browser, server.ask)
  const observations: Observation[] = []
  const notices: string[] = []
  try {
    for (const view of planViews(facts)) {
      if (!view.result)
        notices.push(`${view.name} was not called: it does not say readOnlyHint; name it with --tool to permit it`)
      for (const profile of options.profiles) {
        // Side by side they would disturb each other's timing.
        await observeOne(stage, view, { ...options, profile }, observations, notices)
      }
    }
  } finally {
    await stage.close()
  }
  if (server.withheld.size > 0)
    notices.push(`views called ${[...server.withheld].join(', ')}, which do not say readOnlyHint: they got an error instead`)
  const found = observations.flatMap((each) => CHECKS.flatMap((check) => check(each)))
  return { observations, notices, findings: leaveOutKnown(found, known, server.withheld.size > 0) }
}

async function observeOne(
  stage: HostStage,
  view: ViewPlan,
  options: ObserveOptions,
  observations: Observation[],
  notices: string[],
): Promise<void> {
  try {
    observations.push(await observeView(stage, view, options))
  } catch (error) {
    notices.push(`${view.name} could not be observed to the end: ${error instanceof Error ? error.message : String(error)}`)
  }
}
