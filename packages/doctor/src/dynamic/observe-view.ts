import { profileOf, type ProfileChoice } from 'casement/testing/profiles'
import { listOf, type Fields } from '../static/fields.ts'
import { instrument } from '../static/instrument.ts'
import { investigate } from './investigate.ts'
import type { MountPlan, MountRecord } from './mount-record.ts'
import type { Observation, ScenarioName } from './observation.ts'
import { observeRefusal } from './observe-refusal.ts'
import { observeScenarios } from './observe-scenarios.ts'
import { observeShown } from './observe-shown.ts'
import { observeUse } from './observe-use.ts'
import type { HostStage } from './stage.ts'
import type { ViewPlan } from './view-plan.ts'

/** The options for observing Views. */
export interface ObserveOptions {
  readonly profile: ProfileChoice
  /** The stable identity of the server. */
  readonly app: string
  /** How long a View has to connect, in milliseconds. */
  readonly deadline: number
  /** The other ways in which it is mounted. */
  readonly scenarios: readonly ScenarioName[]
  /** The folder for screenshots. */
  readonly pictures?: string | undefined
  readonly progress?: ((text: string) => void) | undefined
}

const SIZE = { width: 800, height: 1000 }
const LEAST_PATIENCE = 10_000
const GRID = { width: 1500, height: 1300 }

/** Mounts a View in all the ways of hosts, and returns the observations. */
export async function observeView(stage: HostStage, view: ViewPlan, options: ObserveOptions): Promise<Observation> {
  const { profile, app, deadline, pictures, scenarios: wanted } = options
  const { uri, name, tool, tools, capabilities, input, result, document, read } = view
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
  const profileId = profileOf(profile).id
  const common = { uri, tool: name, tools, profile: profileId, result, document }
  const page = await stage.open(SIZE)
  options.progress?.(`${name}: mounting the View`)
  const seen = await observeShown(
    page,
    plan,
    pictures === undefined ? undefined : { folder: pictures, name: fileName(name, profileId) },
  )
  // A View that hangs would keep its page from closing.
  void page.close()
  const again = { ...plan, deadline: patienceFor(seen.record, deadline) }
  const isStuck = !seen.shown || seen.shown.light.isBlank || isPlaceholder(seen.shown.measures.text)
  if (isStuck) options.progress?.(`${name}: finding out what the View is waiting for`)
  const instrumented = isStuck && document ? instrument(document) : undefined
  const readInstead = instrumented === undefined ? undefined : withText(read, instrumented)
  const investigation = isStuck
    ? await withPage(stage, SIZE, false, (alone) =>
        investigate(alone, { ...again, ...(readInstead && { document: readInstead }) }),
      )
    : undefined
  const nothing = { scenarios: [], refused: undefined, used: undefined }
  if (!seen.shown) return { ...common, ...seen, ...nothing, investigation }
  options.progress?.(`${name}: using the View, and mounting it in other ways`)
  const { steadyText } = seen.shown.measures
  const [scenarios, refused, used] = await Promise.all([
    wanted.length === 0
      ? []
      : withPage(stage, GRID, false, (grid) =>
          observeScenarios(grid, { ...again, width: 480, maxHeight: 400 }, wanted, steadyText),
        ),
    wanted.includes('refused') ? withPage(stage, SIZE, true, (alone) => observeRefusal(alone, again)) : undefined,
    wanted.includes('used') ? withPage(stage, SIZE, false, (alone) => observeUse(alone, again)) : undefined,
  ])
  return { ...common, ...seen, scenarios, refused, used, investigation }
}

/** The text of a View that is still waiting. */
export const isPlaceholder = (text: string): boolean =>
  /^\W*$|^\W*(loading|waiting|please wait|connecting|initiali[sz]ing|fetching|no data)\b.{0,40}$/is.test(text.trim())

/** The same response with another document in it. */
function withText(read: Fields, text: string): Fields {
  const contents = listOf(read['contents']).map((item) => Object.assign({}, item, { text, blob: undefined }))
  return { ...read, contents }
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
  try {
    return await work(page)
  } finally {
    // Not awaited: a View that hangs would keep it from closing.
    void page.close()
  }
}

const fileName = (tool: string, profile: string): string => `${tool}-${profile}`.replaceAll(/[^\w.-]/g, '_')
