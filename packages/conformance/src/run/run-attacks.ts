import { chromium } from 'playwright-core'
import type { Attack } from '../attacks/attack.ts'
import { corpus } from '../attacks/corpus.ts'
import type { AttackedHost } from '../hosts/attacked-host.ts'
import { attempt, type Attempt } from './attempt.ts'
import { CHROMIUM_ARGS } from './chromium-args.ts'
import { openDecoy } from './decoy.ts'

/** The attacks to run, and the host to attack. */
export interface RunOptions {
  readonly host: AttackedHost
  /** Which attacks; all unless given. */
  readonly filter?: (attack: Attack) => boolean
  /** The number of concurrent pages. Default 2. */
  readonly concurrency?: number
  /** The Chromium to use; the one that Playwright finds unless given. */
  readonly executablePath?: string | undefined
  /** Called with each result as it arrives, the number of results so far, and the total. */
  readonly onresult?: (result: Attempt, done: number, all: number) => void
}

// Every permission prompt is accepted, so that only the sandbox can refuse.
const ARGS = [...CHROMIUM_ARGS, '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']

const isSlow = ({ category }: Attack): number => Number(category === 'liveness')

/** Runs the corpus against a host in a real browser, and returns the results in the order of the corpus. */
export async function runAttacks({
  host,
  filter = () => true,
  concurrency = 2,
  executablePath,
  onresult,
}: RunOptions): Promise<Attempt[]> {
  const attacks = corpus.filter(filter)
  const kept = await chromium.launchPersistentContext('', { args: ARGS, ...(executablePath && { executablePath }) })
  const browser = kept.browser()
  if (!browser) throw new Error('the browser cannot open private profiles')
  const decoy = await openDecoy(browser)
  const arena = { browser, kept, decoy }
  const results: Attempt[] = []
  let done = 0
  // Attacks that may use their full timeout start first, so that the run does not wait for one of them at the end.
  const queue = [...attacks.entries()].toSorted(([, one], [, other]) => isSlow(other) - isSlow(one)).values()
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (attack: Attack): Promise<Attempt> => {
    const result = last.then(() => attempt(arena, host, attack))
    last = result
    return result
  }
  const untilItShows = async (attack: Attack): Promise<Attempt> => {
    const first = await (attack.alone ? inTurn(attack) : attempt(arena, host, attack))
    // The result is inconclusive, usually on a busy machine, so the attack is repeated with less load.
    return first.verdict === 'inconclusive' ? inTurn(attack) : first
  }
  const work = async (): Promise<void> => {
    for (const [index, attack] of queue) {
      const result = await untilItShows(attack)
      results[index] = result
      onresult?.(result, ++done, attacks.length)
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, work))
  } finally {
    await decoy.close()
    await kept.close()
  }
  return results
}
