import { randomBytes } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Attack, Category, ClickRate, Targets } from '../attacks/attack.ts'
import type { Evidence, HostRecord } from '../attacks/evidence.ts'
import type { AttackedHost } from '../hosts/attacked-host.ts'
import { type Canary, openCanary } from './canary.ts'
import type { Decoy } from './decoy.ts'
import { watchPage, type Watch } from './watch-page.ts'

/** How one attack ended. `inconclusive`: it never said that it had tried, so that nothing came proves nothing. */
export type Verdict = 'held' | 'escaped' | 'inconclusive'

/** The result of one attack. */
export interface Attempt {
  readonly id: string
  readonly title: string
  readonly category: Category
  readonly verdict: Verdict
  /** The escaped data, or the reason why the attempt is inconclusive. */
  readonly detail: string
  readonly milliseconds: number
}

/** The browser in which attacks are run. */
export interface Arena {
  readonly browser: Browser
  /** The profile that is not private. */
  readonly kept: BrowserContext
  readonly decoy: Decoy
}

// Upper limits, not fixed waits: each ends as soon as its condition holds.
const TRY_MS = 30_000
const ANSWER_MS = 20_000
const DISPOSE_MS = 20_000
// The sandbox has ended the View for what it did: it will not say any more that it has tried, and need not.
const STOPPED = 'host:lost attacker view-stopped'

/** Runs one attack against a host, in a separate browser profile. */
export async function attempt({ browser, kept, decoy }: Arena, host: AttackedHost, attack: Attack): Promise<Attempt> {
  const start = performance.now()
  const { id, title, category } = attack
  const result = (verdict: Verdict, detail: string): Attempt => ({
    id,
    title,
    category,
    verdict,
    detail,
    milliseconds: Math.round(performance.now() - start),
  })
  const canary = await openCanary()
  const allowed = await openCanary((origin) => attack.serves?.(targets(canary, origin, host)) ?? {})
  const context = attack.keptProfile
    ? kept
    : await browser.newContext({ permissions: ['geolocation', 'clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  try {
    const evidence = await observe(page, {
      host,
      decoy,
      attack,
      canary,
      at: targets(canary, allowed.origin, host),
    })
    if (typeof evidence === 'string') return result('inconclusive', evidence)
    const found = attack.escaped(evidence)
    return found === undefined ? result('held', evidence.refused ? 'refused' : '') : result('escaped', found)
  } catch (error) {
    return result('inconclusive', error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  } finally {
    await within(ANSWER_MS, attack.keptProfile ? page.close() : context.close())
    await Promise.all([canary.close(), allowed.close()])
  }
}

function targets(canary: Canary, allowed: string, host: AttackedHost): Targets {
  return { canary: canary.origin, socket: `ws://127.0.0.1:${canary.port}`, port: canary.port, allowed, host: host.origin }
}

interface Stage {
  readonly host: AttackedHost
  readonly decoy: Decoy
  readonly attack: Attack
  readonly canary: Canary
  readonly at: Targets
}

/** Everything that can be seen of an attack, or why nothing can be said about it. */
async function observe(page: Page, { host, decoy, attack, canary, at }: Stage): Promise<Evidence | string> {
  const secret = randomBytes(12).toString('hex')
  const run = randomBytes(6).toString('hex')
  // Where the user is, is a secret too.
  const longitude = Number(`34.${Number.parseInt(secret.slice(0, 8), 16)}`)
  const watch = watchPage(page, [secret, String(longitude)], !attack.keptProfile)
  await page.context().setGeolocation({ latitude: 12, longitude })
  const scene = {
    attacker: { html: attack.view(at).replaceAll('RUN', run), ...attack.declares?.(at) },
    victim: attack.victim?.(secret),
    next: attack.next?.view(secret),
    secret,
    asks: attack.asks ? { agrees: attack.user === undefined } : undefined,
    naivePolicy: attack.category === 'csp-injection',
    chunkMissing: attack.chunkMissing ?? false,
  }
  await page.goto(host.stage(run, scene), { waitUntil: 'commit' })
  if (attack.victim) {
    if (!(await within(TRY_MS, watch.mark('victim:ready')))) return `the View of the other app was not there${watch.complaints()}`
    await within(ANSWER_MS, page.evaluate('startAttack()'))
  }
  // The user clicks from before the View sends a request: a first click after a pause would be deliberate.
  const clicking = typeof attack.user === 'object' ? clickRepeatedly(page, attack.user) : undefined
  // A failure is reported where the clicks are awaited; here the View may still be loading.
  clicking?.catch(() => {})
  const tried = await within(
    TRY_MS,
    Promise.race([untilTried(page, watch), watch.mark('host:refused'), watch.mark(STOPPED), watch.crash]),
  )
  if (tried === undefined) return `the View did not report within ${TRY_MS} ms that it had tried${watch.complaints()}`
  const refused = watch.has('host:refused') && !watch.has('attack:tried')
  if (refused && !attack.mayBeRefused) return `the host refused to show the View${watch.complaints()}`

  if (clicking) await within(TRY_MS, clicking)
  else if (typeof attack.user === 'string' && attack.user !== 'leave') {
    // Returning the focus takes a moment, and a user types more slowly than a program.
    await decoy.settle()
    await within(ANSWER_MS, actAsUser(page, decoy, attack.user))
  }
  await decoy.settle()
  if (attack.next) {
    if (attack.next.afterClose) await dispose(page)
    await within(ANSWER_MS, page.evaluate('showNext()'))
    if (!(await within(TRY_MS, watch.mark('next:ready')))) return `the next View was not there${watch.complaints()}`
    await decoy.settle()
  }
  const record = await within(
    ANSWER_MS,
    page.evaluate<HostRecord>('attackPage.collect()').catch(() => undefined),
  )
  const viewOrigins = originsBelow(page)
  const clipboard = record && attack.category === 'browser' ? await readClipboard(page) : ''
  const evidence = async (removed: boolean): Promise<Evidence> => {
    const cookies = await page.context().cookies(host.origin)
    return {
      ...watch.seen(),
      canary: canary.hits,
      hostServer: host.stolen(run),
      page: record,
      removed,
      viewOrigins,
      hostOrigin: host.origin,
      clipboard,
      cookies: cookies.map(({ name }) => name).filter((name) => name.startsWith('attack')),
      refused,
    }
  }
  // Escaped data cannot be recalled, so the attempt does not wait until its View is removed.
  const before = await evidence(true)
  if (attack.escaped(before) !== undefined) return before
  const removed = attack.user === 'leave' ? await leave(page, at.host) : await dispose(page)
  if (attack.atTheEnd) await decoy.settle()
  return evidence(removed)
}

// Fifty letters at the speed of fast typing.
const TYPED = 'abcdefghij'.repeat(5)
const KEY_MS = 60

/** The user's actions in the host, or in another View, while the attacker is on the page. */
async function actAsUser(page: Page, decoy: Decoy, user: 'type' | 'type-over' | 'type-elsewhere'): Promise<void> {
  if (user === 'type') return page.keyboard.type('abc')
  if (user === 'type-over') {
    await page.mouse.move(...(await middleOf(page, '#attacker iframe')), { steps: 5 })
    await decoy.settle()
    return page.keyboard.type(TYPED, { delay: KEY_MS })
  }
  await page.mouse.click(...(await middleOf(page, '#victim iframe')))
  await decoy.settle()
  return page.keyboard.type(TYPED, { delay: KEY_MS })
}

// After a longer gap, a click is one that the user meant.
const MAX_CLICK_GAP_MS = 600
const BESIDE_THE_VIEW = [2, 2] as const

/** Clicks beside the View until a dialog opens, then where its button is. */
async function clickRepeatedly(page: Page, { clicksPerSecond }: ClickRate): Promise<void> {
  const button = page.locator('button.yes')
  const end = performance.now() + TRY_MS
  let target: readonly [x: number, y: number] | undefined
  let previous = performance.now()
  for (let onButton = 0; onButton < 2 * clicksPerSecond && performance.now() < end;) {
    target ??= (await button.isVisible()) ? await middleOf(page, 'button.yes') : undefined
    const start = performance.now()
    await page.mouse.click(...(target ?? BESIDE_THE_VIEW))
    if (target) {
      onButton++
      const gap = Math.round(performance.now() - previous)
      if (gap > MAX_CLICK_GAP_MS) throw new Error(`the simulated user paused for ${gap} ms instead of clicking`)
    }
    previous = start
    await page.waitForTimeout(1000 / clicksPerSecond)
  }
}

async function middleOf(page: Page, selector: string): Promise<[x: number, y: number]> {
  const box = await page.locator(selector).first().boundingBox({ timeout: ANSWER_MS })
  return box ? [box.x + box.width / 2, box.y + Math.min(box.height, 300) / 2] : [0, 0]
}

/** Waits until the View has attempted the attack. A View that requests a click gets one, with a real pointer. */
async function untilTried(page: Page, watch: Watch): Promise<string> {
  const first = await Promise.race([watch.mark('attack:click'), watch.mark('attack:tried')])
  if (first === 'attack:tried') return first
  await page.mouse.click(...(await middleOf(page, '#attacker iframe')))
  return watch.mark('attack:tried')
}

async function readClipboard(page: Page): Promise<string> {
  return (
    (await within(
      ANSWER_MS,
      page.evaluate<string>('focus(), navigator.clipboard.readText()').catch(() => ''),
    )) ?? ''
  )
}

async function dispose(page: Page): Promise<boolean> {
  const gone = `attackPage.dispose().then(() => recorder.frames('#attacker').length === 0)`
  return (
    (await within(
      DISPOSE_MS,
      page.evaluate<boolean>(gone).catch(() => false),
    )) ?? false
  )
}

async function leave(page: Page, origin: string): Promise<boolean> {
  await within(
    ANSWER_MS,
    page.goto(`${origin}/elsewhere`, { waitUntil: 'commit' }).catch(() => {}),
  )
  return true
}

function originsBelow(page: Page): string[] {
  return page
    .frames()
    .slice(1)
    .map((frame) => frame.url())
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url).origin)
}

/** The result, or undefined when it takes longer than the bound. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const bound = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, bound])
  } finally {
    clearTimeout(timer)
  }
}
