import type { KnownTool } from '../api/servers.ts'
import type { Studio } from '../studio.ts'
import { fillIn } from './edit-call.ts'
import { readHash, type EntryTarget } from './entry-link.ts'
import { playCall } from './play-call.ts'

/** A call that the URL of the page requests. */
export interface DeepLink {
  /** Undefined for the one server that has the tool. */
  readonly server: string | undefined
  readonly tool: string
  readonly input: Record<string, unknown>
  /** Characters per second; undefined for all at once. */
  readonly speed: number | undefined
}

/** Reads `?server=&tool=&args=&stream=`. Undefined when the address asks for nothing; an error says what is wrong with it. */
export function readDeepLink(search: string): DeepLink | undefined {
  const query = new URLSearchParams(search)
  const server = query.get('server')
  const tool = query.get('tool')
  if (server === null && tool === null) return undefined
  if (!tool) throw new Error('A link to a call needs a tool.')
  const speed = query.get('stream')
  if (speed !== null && !(Number(speed) > 0)) throw new Error(`stream=${speed} is not a number of characters per second.`)
  return {
    server: server || undefined,
    tool,
    input: readInput(query.get('args') ?? '{}'),
    speed: speed === null ? undefined : Number(speed),
  }
}

function readInput(text: string): Record<string, unknown> {
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch (error) {
    throw new Error(`args= is not JSON: ${text}`, { cause: error })
  }
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Record<string, unknown>
  throw new Error('args= must be a JSON object.')
}

/** A link whose server is known. */
interface ServerLink extends DeepLink {
  readonly server: string
}

/** A call that an external link requests, and the decision of the user. */
export interface LinkedCall extends ServerLink {
  readonly decide: (decision: 'run' | 'edit' | 'cancel') => void
}

/** An address of the page. */
export interface Address extends Pick<Location, 'hash' | 'search'> {
  /** Whether the Studio itself, its command or a script of the user led here. A call of any other link needs the user's consent. */
  readonly isTrusted: boolean
}

/** The part of the Studio that follows addresses. */
type Follower = Pick<Studio, 'start' | 'pending' | 'linkedCall' | 'conversations' | 'composer' | 'servers' | 'toasts'>

/**
 * Starts the Studio and opens what the address of the page said when it was loaded: a call to make, or the conversation that was
 * open. That it is on its way shows from the first moment.
 */
export async function followAddress(studio: Follower, { hash, search, isTrusted }: Address): Promise<void> {
  const starting = studio.start()
  try {
    const read = readDeepLink(search)
    // Once: who reloads wants to see the View again, not to call the tool again. Keys have no place in the history either.
    if (search !== '') history.replaceState(null, '', withoutLink(search) + hash)
    if (!read) return await followHash(studio, readHash(hash), starting)
    const link = await withServer(studio, read, starting)
    const decision = isTrusted ? 'run' : await decide(studio, link)
    if (decision === 'run') await followLink(studio, link, starting)
    else await starting
    if (decision === 'edit') await fillInLink(studio, link)
  } catch (error) {
    studio.toasts.fail('The link could not be opened', error)
  } finally {
    studio.pending.set(undefined)
  }
}

/** Finds the server of a link that names only a tool. */
async function withServer({ servers }: Follower, link: DeepLink, starting: Promise<void>): Promise<ServerLink> {
  const { server, tool } = link
  if (server !== undefined) return { ...link, server }
  await starting
  await servers.settled(new AbortController().signal)
  const having = [...servers.tools.get().keys()].filter((name) => servers.find(name, tool))
  const [only] = having
  if (only === undefined) throw new Error(`No server has a tool ${tool}.`)
  if (having.length > 1)
    throw new Error(`Several servers have a tool ${tool}: add server=${having.join(' or server=')} to the link.`)
  return { ...link, server: only }
}

async function followLink(studio: Follower, link: ServerLink, starting: Promise<void>): Promise<void> {
  const { server, tool, input, speed } = link
  const begun = studio.conversations.begin(tool)
  studio.pending.set({ server, tool, conversation: begun.id })
  await starting
  const known = await whenKnown(studio, server, tool)
  const shown = studio.conversations.shown.get()
  // The user may have opened another conversation meanwhile.
  if (shown.at !== 'open' || shown.conversation !== begun) return
  const delivery = speed === undefined ? 'instant' : 'stream'
  studio.composer.set((before) => ({ ...before, delivery, speed: speed ?? before.speed }))
  playCall(studio, known, input)
}

const OWN_PARAMETERS = ['server', 'tool', 'args', 'stream', 'key', 'session', 'outside', 'recording']

/** The URL without the parameters that were applied. */
function withoutLink(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of OWN_PARAMETERS) query.delete(name)
  return query.size > 0 ? `${location.pathname}?${String(query)}` : location.pathname
}

/** Shows the call of an external link, and waits for the decision of the user. */
async function decide({ linkedCall }: Follower, link: ServerLink): Promise<'run' | 'edit' | 'cancel'> {
  const decision = await new Promise<'run' | 'edit' | 'cancel'>((resolve) => linkedCall.set({ ...link, decide: resolve }))
  linkedCall.set(undefined)
  return decision
}

/** Puts the call of a link into the composer. */
async function fillInLink(studio: Follower, { server, tool, input }: ServerLink): Promise<void> {
  await whenKnown(studio, server, tool)
  fillIn(studio, { server, name: tool }, input)
  studio.composer.set((before) => ({ ...before, mode: 'play', isOpen: true, tool: { server, name: tool } }))
}

async function followHash(studio: Follower, place: EntryTarget | undefined, starting: Promise<void>): Promise<void> {
  if (place) studio.pending.set('conversation')
  await starting
  // The user may have started something before the page was ready; then the link does not replace it.
  if (place && studio.conversations.shown.get().at === 'nothing') await studio.conversations.open(place.conversation, place.entry)
}

/** Opens what a link names that is opened in this page later. Our own changes of the address are not heard here. */
export function followNewAddresses({ conversations }: Pick<Studio, 'conversations'>): void {
  addEventListener('hashchange', () => {
    const place = readHash(location.hash)
    if (place) void conversations.open(place.conversation, place.entry)
  })
}

const PATIENCE_MS = 30_000

/** The tool, as soon as its server has listed it. As long as the server is on its way, so is the link. */
function whenKnown({ servers }: Follower, server: string, tool: string): Promise<KnownTool> {
  return new Promise((resolve, reject) => {
    const look = (): boolean => {
      const known = servers.find(server, tool)
      const list = servers.tools.get().get(server)
      const isMissing = servers.entries.get()?.every(({ name }) => name !== server)
      if (known) resolve(known)
      else if (isMissing) reject(new Error(`Server not found: ${server}.`))
      else if (list?.status === 'ready') reject(new Error(`${server} has no tool ${tool}.`))
      else return false
      return true
    }
    if (look()) return
    const settle = (): void => {
      stop()
      clearInterval(timer)
    }
    const stop = servers.tools.subscribe(() => look() && settle())
    const timer = setInterval(() => {
      if (isComing(servers, server)) return
      settle()
      reject(new Error(`${server} is not ready. Check its state under Servers, and try again.`))
    }, PATIENCE_MS)
  })
}

/** Whether a server is being started, or lists its tools. */
function isComing({ entries, tools }: Follower['servers'], server: string): boolean {
  const status = entries.get()?.find(({ name }) => name === server)?.state.status
  return status === 'starting' || (status === 'ready' && tools.get().get(server)?.status !== 'failed')
}
