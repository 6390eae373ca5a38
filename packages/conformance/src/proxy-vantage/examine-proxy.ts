import type { Browser } from 'playwright-core'
import { examine, type ExamineOptions, type Report } from '../examiner/examine.ts'
import { proxyChecks } from './proxy-checks.ts'
import { openProxy } from './proxy-subject.ts'
import { type ExaminedProxy, openStand, type Stand } from './stand.ts'

/** Where a proxy is examined, and how long it may take. */
export interface ProxyOptions extends ExamineOptions {
  readonly browser: Browser
  /** In milliseconds. A proxy that keeps a rule is never waited for so long. */
  readonly patience?: number | undefined
}

const PATIENCE = 8000

/** Examines a sandbox proxy. It is made when the origin of the page that will frame it is known: most let no other in. */
export async function examineProxy(
  make: (stand: Stand) => ExaminedProxy | Promise<ExaminedProxy>,
  options: ProxyOptions,
): Promise<Report> {
  const stand = await openStand(options.browser, options.patience ?? PATIENCE)
  try {
    const proxy = await make(stand)
    return await examine(proxyChecks, openProxy(proxy, stand), { ...options, name: options.name ?? proxy.name })
  } finally {
    await stand.close()
  }
}
