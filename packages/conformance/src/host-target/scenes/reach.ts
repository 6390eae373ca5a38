import type { ServedApp } from '../test-server.ts'
import type { Sitting } from '../sitting.ts'
import type { Facts } from '../subject.ts'

/** The ways in which a document reaches for the outside. */
export const KINDS = ['connect', 'script', 'style', 'image', 'font', 'media', 'frame', 'object'] as const
/** One of them. */
export type Kind = (typeof KINDS)[number]

/** Network requests that left the View, by site and kind, and actions without the host. */
export interface ReachFacts extends Facts {
  /** As "declared/script". */
  readonly reached: readonly string[]
  /** The base URL of the document after a `<base>` element, by site. */
  readonly bases: readonly string[]
  readonly evaluates: boolean
  readonly inlineStyle: boolean
  readonly dataImage: boolean
}

/** Sites that a View may have declared, and one that it never did. */
const SITES = ['declared', 'other', 'undeclared'] as const
type Site = (typeof SITES)[number] | 'one.declared' | '*.declared'

/** Which site is declared for what. */
export type Declares = (origin: (site: Site) => string) => Partial<ServedApp>

/** Plays a View that requests three sites in every way. The requests that the sites receive have escaped. */
export const reach =
  (declares: Declares, names: readonly Site[] = SITES) =>
  async (sitting: Sitting): Promise<ReachFacts> => {
    const { outside } = sitting
    const run = Math.random().toString(36).slice(2)
    const shown = await sitting.display({}, declares(outside.origin))
    const view = shown ? await sitting.view() : undefined
    const sites = names.map((site) => ({ site, base: `${outside.origin(site)}/${run}` }))
    const alone = await view?.evaluate(tryAlone).catch(() => undefined)
    const attempts = { kinds: [...KINDS], bases: sites.map(({ base }) => base), limit: ATTEMPT_LIMIT_MS }
    await view?.evaluate(tryEverything, attempts).catch(() => {})
    const bases = await view
      ?.evaluate(
        tryBases,
        sites.map(({ base }) => `${base}/`),
      )
      .catch(() => [])
    return {
      shown,
      reached: sites.flatMap(({ site, base }) =>
        KINDS.filter((kind) => outside.wasAsked(`${base}/${kind}`)).map((kind) => `${site}/${kind}`),
      ),
      bases: sites.filter((_, index) => bases?.[index]).map(({ site }) => site),
      evaluates: alone?.evaluates ?? false,
      inlineStyle: alone?.inlineStyle ?? false,
      dataImage: alone?.dataImage ?? false,
    }
  }

// An element that has neither loaded nor failed by then counts as undecided.
const ATTEMPT_LIMIT_MS = 20_000

/* oxlint-disable unicorn/consistent-function-scoping -- what is sent to the browser as text has everything inside of itself */
/** Sent to the browser as text. Resolves when every attempt has come to its end, one way or the other. */
async function tryEverything({ kinds, bases, limit }: { kinds: string[]; bases: string[]; limit: number }): Promise<void> {
  const ended = (element: HTMLElement, place: HTMLElement): Promise<void> =>
    new Promise((resolve) => {
      element.addEventListener('load', () => resolve())
      element.addEventListener('error', () => resolve())
      setTimeout(resolve, limit)
      place.append(element)
    })
  const make = (tag: string, attributes: object): HTMLElement => Object.assign(document.createElement(tag), attributes)
  const attempts: Record<string, (url: string) => Promise<unknown>> = {
    connect: (url) => fetch(url),
    script: (src) => ended(make('script', { src }), document.head),
    style: (href) => ended(make('link', { rel: 'stylesheet', href }), document.head),
    image: (src) => ended(make('img', { src }), document.body),
    font: (url) => new FontFace('Probe', `url(${url})`).load(),
    media: (src) => ended(make('audio', { src, preload: 'auto' }), document.body),
    frame: (src) => ended(make('iframe', { src }), document.body),
    object: (data) => ended(make('object', { data, type: 'text/html' }), document.body),
  }
  const all = bases.flatMap((base) => kinds.map(async (kind) => attempts[kind]?.(`${base}/${kind}`)))
  await Promise.allSettled(all)
}

/** Sent to the browser as text: which of these may be the base of the document. */
function tryBases(bases: string[]): boolean[] {
  return bases.map((href) => {
    const base = Object.assign(document.createElement('base'), { href })
    document.head.append(base)
    const isIt = document.baseURI === href
    base.remove()
    return isIt
  })
}

/** Sent to the browser as text: the requests that a document can make without scripts. */
async function tryAlone(): Promise<{ evaluates: boolean; inlineStyle: boolean; dataImage: boolean }> {
  const compiles = (): boolean => {
    try {
      // oxlint-disable-next-line typescript/no-implied-eval -- whether it is stopped is what is to be seen
      return new Function('return true')() === true
    } catch {
      return false
    }
  }
  // In a task of its own: what the driver of the browser runs itself is not subject to the policy.
  const evaluates = await new Promise<boolean>((resolve) => setTimeout(() => resolve(compiles())))
  const style = document.createElement('style')
  style.textContent = '#text { color: rgb(1, 2, 3) }'
  document.head.append(style)
  const text = document.querySelector('#text')
  const inlineStyle = text !== null && getComputedStyle(text).color === 'rgb(1, 2, 3)'
  const dataImage = await new Promise<boolean>((resolve) => {
    const image = new Image()
    image.addEventListener('load', () => resolve(true))
    image.addEventListener('error', () => resolve(false))
    image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
  })
  return { evaluates, inlineStyle, dataImage }
}

/* oxlint-enable unicorn/consistent-function-scoping */
const everything = (origin: string): object => ({
  connectDomains: [origin],
  resourceDomains: [origin],
  frameDomains: [origin],
  baseUriDomains: [origin],
})

/** The policy is declared only on the tool, where it has no effect. */
export const undeclared = reach((origin) => ({
  toolMeta: { ui: { resourceUri: 'ui://probe/view', csp: everything(origin('declared')) } },
}))

/** One site is declared for everything, with an entry that would declare more if it were pasted into a header. */
export const declared = reach((origin) => {
  const csp = everything(origin('declared')) as Record<string, string[]>
  const poison = `https://a.example; connect-src ${origin('undeclared')}; img-src ${origin('undeclared')}`
  return { contentUi: { csp: { ...csp, connectDomains: [...(csp['connectDomains'] ?? []), poison] } } }
})

/** The listing declares a site, the document has no metadata. */
export const listedOnly = reach((origin) => ({ listedUi: { csp: everything(origin('declared')) } }))

/** The listing declares one site and the document another. */
export const both = reach((origin) => ({
  listedUi: { csp: everything(origin('other')) },
  contentUi: { csp: everything(origin('declared')) },
}))

/** Every site below one is declared. */
export const wildcard = reach(
  (origin) => ({ contentUi: { csp: { resourceDomains: [origin('*.declared')] } } }),
  ['one.declared', 'other'],
)
