import type { DiagnosisCode } from '../host/card/stages.ts'
import { describeDiagnosis } from '../host/card/catalogue.ts'
import type { RequestMethod, NotificationMethod, Params } from '../protocol/method-types.ts'
import type { ViewToHost } from '../protocol/methods.ts'
import { contains } from './contains.ts'
import { seen, type Observed } from './observation.ts'

/** The result of a matcher, for Vitest or Playwright. */
export interface MatcherOutcome {
  readonly pass: boolean
  readonly message: () => string
}

/** An expected value or a part of it, with asymmetric matchers such as `expect.any(…)` anywhere in it. */
export type Expected<T> = T extends readonly (infer Item)[]
  ? readonly Expected<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: Expected<T[K]> }
    : T

/** The timeout of a matcher. */
export interface Patience {
  /** Milliseconds. Default: the timeout of Playwright's `expect`, else 4,000. With `.not` the matcher does not wait. */
  readonly timeout?: number | undefined
}

// Less than the test timeout of Vitest, so that the test fails with the reason instead of "timed out".
const DEFAULT_TIMEOUT = 4000

/** The `this` of a matcher. */
interface Situation {
  readonly isNot?: boolean
  readonly timeout?: number
}

/** The matchers with another default timeout, for slow machines. */
export function casementMatchersWith(usual: Patience) {
  const patienceOf = ({ timeout }: Situation, given: Patience): number =>
    given.timeout ?? usual.timeout ?? timeout ?? DEFAULT_TIMEOUT
  return {
    /** The View sent this request, with at least these params. */
    toHaveRequested<M extends RequestMethod<ViewToHost>>(
      this: Situation,
      app: Observed,
      method: M,
      params?: Expected<Params<ViewToHost, M>>,
      patience: Patience = {},
    ): Promise<MatcherOutcome> {
      return hasSent(app, method, () => app.log.requests(method), params, this.isNot ? 0 : patienceOf(this, patience))
    },
    /** The View sent this notification, with at least these params. */
    toHaveNotified<M extends NotificationMethod<ViewToHost>>(
      this: Situation,
      app: Observed,
      method: M,
      params?: Expected<Params<ViewToHost, M>>,
      patience: Patience = {},
    ): Promise<MatcherOutcome> {
      return hasSent(app, method, () => app.log.notes(method), params, this.isNot ? 0 : patienceOf(this, patience))
    },
    /** The View has completed the handshake. */
    async toBeReady(this: Situation, app: Observed, patience: Patience = {}): Promise<MatcherOutcome> {
      const isOver = (): boolean => ['ready', 'failed', 'closed'].includes(app.stage)
      await seen(app, isOver, this.isNot ? 0 : patienceOf(this, patience))
      const pass = app.stage === 'ready'
      return { pass, message: () => `The View should ${pass ? 'not ' : ''}be ready. ${whereIs(app)}` }
    },
    /** The View failed with this diagnosis. */
    async toShowDiagnosis(this: Situation, app: Observed, code: DiagnosisCode, patience: Patience = {}): Promise<MatcherOutcome> {
      await seen(app, () => app.diagnosis !== undefined, this.isNot ? 0 : patienceOf(this, patience))
      const pass = app.diagnosis?.code === code
      return { pass, message: () => `The View should ${pass ? 'not ' : ''}fail with "${code}". ${whereIs(app)}` }
    },
  }
}

/**
 * For `expect.extend`, in Vitest and in Playwright. All matchers wait, so they must be awaited. With `.not` they check once,
 * without waiting.
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
  return { pass, message: () => `The View should ${pass ? 'not ' : ''}have sent ${wanted}. ${whatItSaid(app, method)}` }
}

/** The failure message: the messages with this method and other params, else the methods of all messages. */
function whatItSaid({ log }: Observed, method: string): string {
  const spoken = log.entries.flatMap(({ from, read, refused }) =>
    from === 'view' && 'method' in read ? [{ ...read, refused }] : [],
  )
  const same = spoken.filter((each) => each.method === method)
  if (same.length > 0)
    return `It sent:\n${same.map(({ params, refused }) => `- ${method} ${write(params)}${refused === undefined ? '' : ` (refused: ${refused})`}`).join('\n')}`
  return `It sent ${[...new Set(spoken.map((each) => each.method))].join(', ') || 'nothing'}.`
}

const whereIs = ({ stage, diagnosis }: Observed): string =>
  diagnosis ? `It does not show:\n${describeDiagnosis(diagnosis)}` : `It is ${stage}.`

const write = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => {
    const asymmetric = member as { asymmetricMatch?: unknown; toString(): string } | null
    return typeof asymmetric?.asymmetricMatch === 'function' ? asymmetric.toString() : member
  }) ?? String(value)
