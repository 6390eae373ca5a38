import type { Attack } from '../attacks/attack.ts'
import { corpus } from '../attacks/corpus.ts'
import { isChosen, type Report } from '../suite/examine.ts'
import { startCasementHost } from '../hosts/casement-host.ts'
import { attackReport, checkOf } from '../run/attack-report.ts'
import type { Attempt } from '../run/attempt.ts'
import { runAttacks } from '../run/run-attacks.ts'
import type { SubjectOptions } from './examine-subject.ts'

/**
 * Runs the hostile Views: on a host as it is in development, where Views have a storage that could be taken from them. Where it takes a site of their own,
 * Views have one.
 */
export async function attackOurHost({ onresult, executablePath, ...choice }: SubjectOptions): Promise<Report> {
  const chosen = corpus.filter((each) => isChosen(checkOf(each), choice))
  const results: Attempt[] = []
  for (const site of ['same', 'other'] as const) {
    const isHere = ({ ownSite = false }: Attack): boolean => ownSite === (site === 'other')
    if (!chosen.some(isHere)) continue
    const before = results.length
    const host = await startCasementHost({ site })
    try {
      const some = await runAttacks({
        host,
        executablePath,
        filter: (each) => isHere(each) && chosen.includes(each),
        onresult: (result, done) => onresult?.(checkOf(result), before + done, chosen.length),
      })
      results.push(...some)
    } finally {
      await host.close()
    }
  }
  return attackReport('casement', results)
}
