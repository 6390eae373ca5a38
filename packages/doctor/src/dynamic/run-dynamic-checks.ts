import { profileOf, type ProfileChoice } from 'casement/testing/profiles'
import type { Browser } from 'playwright-core'
import { finding, type Finding } from '../catalogue/finding.ts'
import type { Session } from '../connect/session.ts'
import { foldFindings } from '../report/fold-findings.ts'
import type { HostOutcome } from '../report/report.ts'
import type { Facts } from '../static/facts.ts'
import { guardServer } from './ask-server.ts'
import { checkCode } from './check-code.ts'
import { checkLife } from './check-life.ts'
import { checkLook } from './check-look.ts'
import { checkScenarios } from './check-scenarios.ts'
import { checkStuck } from './check-stuck.ts'
import { checkUse } from './check-use.ts'
import { checkWire } from './check-wire.ts'
import type { Observation } from './observation.ts'
import { observeView, type ObserveOptions } from './observe-view.ts'
import { openHostStage, type HostStage } from './stage.ts'
import { planViews, type ViewPlan } from './view-plan.ts'

/** The options for examining Views in a browser. */
export interface DynamicOptions extends Pick<ObserveOptions, 'app' | 'deadline' | 'pictures' | 'progress' | 'scenarios'> {
  readonly profiles: readonly ProfileChoice[]
  /** The tool that the user named. */
  readonly tool: string | undefined
  /** True when Views may call tools that change something. */
  readonly mayAct: boolean
  readonly timeout: number
}

/** The observations and the problems. */
export interface DynamicOutcome {
  readonly observations: readonly Observation[]
  readonly findings: readonly Finding[]
  /** The checks that could not run, with the reason. */
  readonly notices: readonly string[]
  readonly hosts: readonly HostOutcome[]
}

const CHECKS = [checkLife, checkStuck, checkCode, checkWire, checkUse, checkLook, checkScenarios]

/** Mounts every View in a browser, and checks the observations. */
export async function runDynamicChecks(
  browser: Browser,
  session: Session,
  facts: Facts,
  options: DynamicOptions,
): Promise<DynamicOutcome> {
  const server = guardServer(session, facts, options)
  const stages = new Map<boolean, HostStage>()
  const stageFor = async (profile: ProfileChoice): Promise<HostStage> => {
    const isPolicyLoose = profileOf(profile).settings.isPolicyLoose ?? false
    const stage = stages.get(isPolicyLoose) ?? (await openHostStage(browser, server.ask, { isPolicyLoose }))
    stages.set(isPolicyLoose, stage)
    return stage
  }
  const observations: Observation[] = []
  const notices: string[] = []
  const lost: Finding[] = []
  try {
    for (const view of planViews(facts)) {
      if (!view.isCalled)
        notices.push(`${view.name} was not called: it does not declare readOnlyHint; name it with --tool to permit it`)
      for (const profile of options.profiles) {
        // Side by side they would disturb each other's timing.
        await observeOne(await stageFor(profile), view, { ...options, profile }, observations, lost)
      }
    }
  } finally {
    for (const stage of stages.values()) await stage.close()
  }
  if (server.withheld.size > 0)
    notices.push(
      `the View called ${[...server.withheld].join(', ')}, which does not declare readOnlyHint: the call was not forwarded (--act permits it)`,
    )
  // The View is not at fault for its reaction to a call that the doctor refused.
  const isOwn = ({ code }: Finding): boolean => server.withheld.size === 0 || !AFTER_REFUSED_CALL.test(code)
  const judged = observations.map((each) => ({ each, findings: CHECKS.flatMap((check) => check(each)).filter(isOwn) }))
  const findings = judged.flatMap((one) => one.findings.map((each) => withProfiles(each, judged, options.profiles.length)))
  const hosts = options.profiles.length > 1 ? judged.map(({ each, findings: own }) => outcomeOf(each, own)) : []
  return { observations, notices, findings: [...lost, ...findings], hosts }
}

type Judged = { readonly each: Observation; readonly findings: readonly Finding[] }

/** A finding that only some of the imitated hosts show names them. */
function withProfiles(found: Finding, judged: readonly Judged[], count: number): Finding {
  const isSame = ({ code, resourceUri }: Finding): boolean => code === found.code && resourceUri === found.resourceUri
  const profiles = judged.filter(({ findings }) => findings.some(isSame)).map(({ each }) => each.profile)
  return profiles.length === count ? found : { ...found, profiles }
}

const outcomeOf = ({ profile, uri }: Observation, findings: readonly Finding[]): HostOutcome => ({
  profile,
  resourceUri: uri,
  codes: foldFindings(findings)
    .filter(({ severity }) => severity !== 'hint')
    .map(({ code }) => code),
})

const AFTER_REFUSED_CALL = /^(code-(error|rejection|console)|data-|use-(error|nothing))/

async function observeOne(
  stage: HostStage,
  view: ViewPlan,
  options: ObserveOptions,
  observations: Observation[],
  lost: Finding[],
): Promise<void> {
  try {
    observations.push(await observeView(stage, view, options))
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    const isCrash = /crashed/i.test(reason)
    const evidence = isCrash ? 'its renderer process died' : reason
    lost.push(finding(isCrash ? 'view-crashed' : 'view-unobserved', evidence, { resourceUri: view.uri }))
  }
}
