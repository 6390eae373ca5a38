import { INVALID_PARAMS } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import type {
  McpUiAppCapabilities,
  McpUiHostCapabilities,
  McpUiHostContext,
  McpUiSupportedContentBlockModalities,
} from '../../protocol/schemas/index.ts'
import { isPast } from '../bridge/lifecycle.ts'
import type { ToolDirectory } from '../server/tool-directory.ts'
import { denied, memberOf, type Act, type Asked, type Policy } from './policy.ts'

/** What the rules look up, as it stands when an action comes. */
export interface GateWorld {
  readonly directory: ToolDirectory | undefined
  readonly ownsResource: ((uri: string) => boolean) | undefined
  capabilities(): McpUiHostCapabilities
  appCapabilities(): McpUiAppCapabilities | undefined
  context(): McpUiHostContext
}

// What a View may still need to save its work while it is being closed. Nothing of it shows to the user.
const WHILE_CLOSING = /^(?:tools\/call|resources\/read|notifications\/message|dev\.casement\/state\/)/

/** Nothing runs for a View that is gone, and little for one that is going. */
export const alive: Policy = (asked, next) => {
  const isGoing = isPast(asked.stage, 'ready')
  if (isGoing && (asked.stage === 'closed' || !WHILE_CLOSING.test(asked.method)))
    throw denied('stage', `${asked.method}: the View is being closed`)
  return next(asked)
}

const admit = async (asked: Asked, tools: ToolDirectory, next: Act): Promise<unknown> => {
  const given = memberOf(asked, 'name')
  const { name } = await tools.admit(String(given))
  // A copy makes the signal, which costs more than the rest of a request: only a gateway that renames needs one.
  return next(name === given ? asked : { ...asked, params: { ...(asked.params as object), name } })
}

/** A View calls the tools of its own server that are visible to apps, and no others. */
export function visible({ directory, ownsResource }: Pick<GateWorld, 'directory' | 'ownsResource'>): Policy {
  return (asked, next) => {
    const { method } = asked
    if (method === 'tools/call' && directory) return admit(asked, directory, next)
    const uri = method.startsWith('resources/') ? memberOf(asked, 'uri') : undefined
    if (typeof uri === 'string' && ownsResource && !ownsResource(uri))
      throw denied('server', `${method}: the resource belongs to another server`)
    return next(asked)
  }
}

const MODALITY: Readonly<Record<string, keyof McpUiSupportedContentBlockModalities>> = {
  text: 'text',
  image: 'image',
  audio: 'audio',
  resource: 'resource',
  resource_link: 'resourceLink',
}

/** Content of a kind that the host said it does not take is refused, not dropped (R-137, 4.20). */
export const understood =
  ({ capabilities }: Pick<GateWorld, 'capabilities'>): Policy =>
  (asked, next) => {
    const { method } = asked
    const key = method === 'ui/message' ? 'message' : method === 'ui/update-model-context' ? 'updateModelContext' : undefined
    const taken = key && capabilities()[key]
    if (!taken || Object.keys(taken).length === 0) return next(asked)
    const content = memberOf(asked, 'content')
    const kinds = Array.isArray(content) ? content.map((block) => (isRecord(block) ? String(block['type']) : '')) : []
    const strange = kinds.find((kind) => !taken[MODALITY[kind] as 'text'])
    if (strange !== undefined) throw denied('modality', `${method}: this host takes no ${strange} here`, INVALID_PARAMS)
    if (memberOf(asked, 'structuredContent') !== undefined && !taken.structuredContent)
      throw denied('modality', `${method}: this host takes no structuredContent here`, INVALID_PARAMS)
    return next(asked)
  }

/** Only modes that both sides know, and never one the View did not declare. */
export const shownAs =
  ({ appCapabilities, context }: Pick<GateWorld, 'appCapabilities' | 'context'>): Policy =>
  (asked, next) => {
    if (asked.method !== 'ui/request-display-mode') return next(asked)
    const mode = memberOf(asked, 'mode') as 'inline'
    const declared = appCapabilities()?.availableDisplayModes
    if (declared && !declared.includes(mode)) throw denied('display-mode', `The View did not declare the mode ${mode}`)
    if (context().availableDisplayModes?.includes(mode) === false) throw denied('display-mode', `There is no mode ${mode} here`)
    return next(asked)
  }

// A View can ask before its page is told of the click, because browsers tell it on another way.
const NEWS_MS = 200

/** Asks the page whether the user has just done something in the View, for what only a real click may cause. */
export function activated(
  isActive: ((view: string) => boolean | Promise<boolean>) | undefined,
  methods: readonly string[],
  runtime: Runtime,
): Policy {
  const lookAgain = async (asked: Asked, next: Act, isNow: false | Promise<boolean>): Promise<unknown> => {
    if (isNow !== false && (await isNow)) return next(asked)
    await new Promise<void>((resolve) => void runtime.after(NEWS_MS, resolve))
    asked.signal.throwIfAborted()
    if (!(await isActive?.(asked.view)))
      throw denied('activation', `${asked.method}: only after the user has clicked in the View`)
    return next(asked)
  }
  return (asked, next) => {
    const isNow = !isActive || !methods.includes(asked.method) || isActive(asked.view)
    return isNow === true ? next(asked) : lookAgain(asked, next, isNow)
  }
}
