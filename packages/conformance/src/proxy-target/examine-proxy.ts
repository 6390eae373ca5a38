import type { Browser } from 'playwright-core'
import { examine, type ExamineOptions, type Report } from '../suite/examine.ts'
import { proxyChecks } from './proxy-checks.ts'
import { openProxy } from './proxy-subject.ts'
import { type ExaminedProxy, openStand, type Stand } from './stand.ts'

/** Where a proxy is examined, and how long it may take. */
export interface ProxyOptions extends ExamineOptions {
  readonly browser: Browser
  /** In milliseconds. A conforming proxy never takes that long. */
  readonly patience?: number | undefined
  /** The port of the page that frames the proxy, where the proxy must know it beforehand; any that is free unless given. */
  readonly port?: number | undefined
}

const PATIENCE = 8000

/** Examines a sandbox proxy. It is made when the origin of the page that will frame it is known: most let no other in. Rejects when it says nothing at all. */
export async function examineProxy(
  make: (stand: Stand) => ExaminedProxy | Promise<ExaminedProxy>,
  options: ProxyOptions,
): Promise<Report> {
  const stand = await openStand(options.browser, options.patience ?? PATIENCE, options.port)
  try {
    const proxy = await make(stand)
    try {
      await waitForMessage(proxy, stand)
      return await examine(proxyChecks, openProxy(proxy, stand), { ...options, name: options.name ?? proxy.name })
    } finally {
      await proxy.close?.()
    }
  } finally {
    await stand.close()
  }
}

/** A page that sends nothing to its parent is not a sandbox proxy, or does not accept this parent. */
async function waitForMessage(proxy: ExaminedProxy, stand: Stand): Promise<void> {
  const { url, params, allow = '' } = await proxy.open({ html: '' })
  const framed = await stand.frame({ url, params, allow, answers: false })
  if (!stand.mishap() && (await framed.waitForAny())) return
  const what = stand.mishap() ?? 'sends nothing to the parent page, so it is not a sandbox proxy'
  throw new Error(
    `${new URL(url).origin}${new URL(url).pathname} ${what}. If it is one that only known pages may frame, let it know ${stand.hostOrigin}, and keep that port with --port`,
  )
}
