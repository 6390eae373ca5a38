import type { DiagnosisCode } from '../host/card/stages.ts'
import { describeDiagnosis } from '../host/card/describe-diagnosis.ts'
import type { RequestMethod, NotificationMethod, Params } from '../protocol/method-types.ts'
import type { ViewToHost } from '../protocol/methods.ts'
import { contains } from './contains.ts'
import { seen, type Observed } from './observation.ts'

/** What a matcher tells Vitest or Playwright. */
export interface MatcherOutcome {
  readonly pass: boolean
  readonly message: () => string
}

/** What is expected of a value: all of it or a part, and anywhere in it `expect.any(…)` and the like. */
export type Expected<T> = T extends readonly (infer Item)[]
  ? readonly Expected<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: Expected<T[K]> }
    : T

/** How long a matcher waits. */
export interface Patience {
  /** Milliseconds. Default: what Playwright's `expect` has, else 4,000. With `.not` nothing is waited for. */
  readonly timeout?: number | undefined
}

// Less than the five seconds that Vitest gives a test: the reason is worth more than "timed out".
const PATIENCE = 4000

/** What the libraries hand to a matcher as `this`. */
interface Situation {
  readonly isNot?: boolean
  readonly timeout?: number
}

/** The matchers, with another patience: for tests that run where much else does. */
export function casementMatchersWith(usual: Patience) {
  const patienceOf = ({ timeout }: Situation, given: Patience): number => given.timeout ?? usual.timeout ?? timeout ?? PATIENCE
  return {
    /** The View asked its host this, with at least these params. */
    toHaveRequested<M extends RequestMethod<ViewToHost>>(
      this: Situation,
      app: Observed,
      method: M,
      params?: Expected<Params<ViewToHost, M>>,
      patience: Patience = {},
    ): Promise<MatcherOutcome> {
      return hasSent(app, method, () => app.log.requests(method), params, this.isNot ? 0 : patienceOf(this, patience))
    },
    /** The View told its host this, with at least these params. */
    toHaveNotified<M extends NotificationMethod<ViewToHost>>(
      this: Situation,
      app: Observed,
      method: M,
      params?: Expected<Params<ViewToHost, M>>,
      patience: Patience = {},
    ): Promise<MatcherOutcome> {
      return hasSent(app, method, () => app.log.notes(method), params, this.isNot ? 0 : patienceOf(this, patience))
    },
    /** The View has shaken hands with its host. */
    async toBeReady(this: Situation, app: Observed, patience: Patience = {}): Promise<MatcherOutcome> {
      const isOver = (): boolean => ['ready', 'failed', 'closed'].includes(app.stage)
      await seen(app, isOver, this.isNot ? 0 : patienceOf(this, patience))
      const pass = app.stage === 'ready'
      return { pass, message: () => `The View should ${pass ? 'not ' : ''}be ready. ${whereIs(app)}` }
    },
    /** The View does not show, for this reason. */
    async toShowDiagnosis(this: Situation, app: Observed, code: DiagnosisCode, patience: Patience = {}): Promise<MatcherOutcome> {
      await seen(app, () => app.diagnosis !== undefined, this.isNot ? 0 : patienceOf(this, patience))
      const pass = app.diagnosis?.code === code
      return { pass, message: () => `The View should ${pass ? 'not ' : ''}fail with "${code}". ${whereIs(app)}` }
    },
  }
}

/**
 * For `expect.extend`, in Vitest and in Playwright. All of them wait, so they have to be awaited; negated they look once, at what
 * has happened until then.
 */
export const casementMatchers: ReturnType<typeof casementMatchersWith> = casementMatchersWith({})

async function hasSent(
  app: Observed,
  method: string,
  list: () => readonly unknown[],
  expected: unknown,
  timeout: number,
): Promise<MatcherOutcome> {
  const found = (): boolean => list().some((params) => expected === undefined || contains(params, expected))
  const pass = await seen(app, found, timeout)
  const wanted = `${method}${expected === undefined ? '' : ` ${write(expected)}`}`
  return { pass, message: () => `The View should ${pass ? 'not ' : ''}have said ${wanted}. ${whatItSaid(app, method)}` }
}

/** What a failure shows: the same method with other params first, else everything by name. */
function whatItSaid({ log }: Observed, method: string): string {
  const spoken = log.entries.flatMap(({ from, read, refused }) =>
    from === 'view' && 'method' in read ? [{ ...read, refused }] : [],
  )
  const same = spoken.filter((each) => each.method === method)
  if (same.length > 0)
    return `It said:\n${same.map(({ params, refused }) => `- ${method} ${write(params)}${refused === undefined ? '' : ` (refused: ${refused})`}`).join('\n')}`
  return `It said ${[...new Set(spoken.map((each) => each.method))].join(', ') || 'nothing'}.`
}

const whereIs = ({ stage, diagnosis }: Observed): string =>
  diagnosis ? `It does not show:\n${describeDiagnosis(diagnosis)}` : `It is ${stage}.`

const write = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => {
    const asymmetric = member as { asymmetricMatch?: unknown; toString(): string } | null
    return typeof asymmetric?.asymmetricMatch === 'function' ? asymmetric.toString() : member
  }) ?? String(value)
