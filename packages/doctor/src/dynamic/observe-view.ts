import type { ProfileId } from 'casement/testing/profiles'
import type { MountPlan, MountRecord } from './mount-record.ts'
import type { Observation, ScenarioName } from './observation.ts'
import { observeRefusal } from './observe-refusal.ts'
import { observeScenarios } from './observe-scenarios.ts'
import { observeShown } from './observe-shown.ts'
import type { HostStage } from './stage.ts'
import type { ViewPlan } from './view-plan.ts'

/** How Views are observed. */
export interface ObserveOptions {
  readonly profile: ProfileId
  /** The stable identity of the server. */
  readonly app: string
  /** How long a View has to connect, in milliseconds. */
  readonly deadline: number
  /** The other ways in which it is mounted. */
  readonly scenarios: readonly ScenarioName[]
  /** Where pictures are kept. */
  readonly pictures?: string | undefined
}

const SIZE = { width: 800, height: 1000 }
const LEAST_PATIENCE = 10_000
const GRID = { width: 1500, height: 1300 }

/** Mounts a View in all the ways that hosts do, and says what was seen. */
export async function observeView(stage: HostStage, view: ViewPlan, options: ObserveOptions): Promise<Observation> {
  const { profile, app, deadline, pictures, scenarios: wanted } = options
  const { uri, name, tool, toolNames, capabilities, input, result } = view
  const plan: MountPlan = {
    slot: 'main',
    tool,
    app,
    profile,
    width: 720,
    maxHeight: 900,
    capabilities,
    input,
    result,
    deadline,
  }
  const common = { uri, tool: name, toolNames, profile, hasResult: result !== undefined }
  const page = await stage.open(SIZE)
  const seen = await observeShown(
    page,
    plan,
    pictures === undefined ? undefined : { folder: pictures, name: fileName(name, profile) },
  )
  await page.close()
  if (!seen.shown) return { ...common, ...seen, scenarios: [], refused: undefined }
  const again = { ...plan, deadline: patienceFor(seen.record, deadline) }
  const { text } = seen.shown.measures
  const [scenarios, refused] = await Promise.all([
    wanted.length === 0
      ? []
      : withPage(stage, GRID, false, (grid) => observeScenarios(grid, { ...again, width: 480, maxHeight: 400 }, wanted, text)),
    wanted.includes('refused') ? withPage(stage, SIZE, true, (alone) => observeRefusal(alone, again)) : undefined,
  ])
  return { ...common, ...seen, scenarios, refused }
}

/** A View that has connected once need not be waited for as long as one that is not known. */
function patienceFor({ steps }: MountRecord, deadline: number): number {
  const usual = steps.find(({ name }) => name === 'initialized')?.elapsed ?? deadline
  return Math.min(deadline, LEAST_PATIENCE + 5 * usual)
}

async function withPage<Value>(
  stage: HostStage,
  size: typeof SIZE,
  refusing: boolean,
  work: (page: Awaited<ReturnType<HostStage['open']>>) => Promise<Value>,
): Promise<Value> {
  const page = await stage.open(size, { refusing })
  const value = await work(page)
  await page.close()
  return value
}

const fileName = (tool: string, profile: ProfileId): string => `${tool}-${profile}`.replaceAll(/[^\w.-]/g, '_')
