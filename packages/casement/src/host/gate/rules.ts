import { INVALID_PARAMS } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import type {
  McpUiAppCapabilities,
  McpUiHostCapabilities,
  McpUiHostContext,
  McpUiSupportedContentBlockModalities,
} from '../../protocol/schemas/index.ts'
import { isAfter, type Stage } from '../bridge/lifecycle.ts'
import type { ToolDirectory } from '../server/tool-directory.ts'
import { declaredModes } from '../bridge/display-modes.ts'
import { denied, paramOf, type Next, type ViewRequest, type Policy } from './policy.ts'

/** The current state that the rules depend on. */
export interface RuleContext {
  readonly directory: ToolDirectory | undefined
  readonly ownsResource: ((uri: string) => boolean) | undefined
  capabilities(): McpUiHostCapabilities
  appCapabilities(): McpUiAppCapabilities | undefined
  context(): McpUiHostContext
}

// The requests that a View may need to save its work while it is being closed. The user sees none of them.
const WHILE_CLOSING = /^(?:tools\/call|resources\/read|notifications\/message|dev\.casement\/state\/)/

/** Throws for every request of a closed View, and for most requests of a View that is being closed. */
export function assertStage(method: string, stage: Stage): void {
  const isClosing = isAfter(stage, 'ready')
  if (isClosing && (stage === 'closed' || !WHILE_CLOSING.test(method)))
    throw denied('stage', `${method}: the View is being closed`)
}

/** Refuses everything from a closed View, and most requests from one that is being closed. */
export const stagePolicy: Policy = (request, next) => {
  assertStage(request.method, request.stage)
  return next(request)
}

const admitToolCall = async (request: ViewRequest, directory: ToolDirectory, next: Next): Promise<unknown> => {
  const requested = paramOf(request, 'name')
  const { name } = await directory.admit(String(requested))
  return next(name === requested ? request : { ...request, params: { ...(request.params as object), name } })
}

/** Lets a View use only the tools and resources of its own server, and only tools that are visible to apps. */
export function visibilityPolicy({ directory, ownsResource }: Pick<RuleContext, 'directory' | 'ownsResource'>): Policy {
  return (request, next) => {
    const { method } = request
    if (method === 'tools/call' && directory) return admitToolCall(request, directory, next)
    const uri = method.startsWith('resources/') ? paramOf(request, 'uri') : undefined
    if (typeof uri === 'string' && ownsResource && !ownsResource(uri))
      throw denied('server', `${method}: the resource belongs to another server`)
    return next(request)
  }
}

const MODALITIES: Readonly<Record<string, keyof McpUiSupportedContentBlockModalities>> = {
  text: 'text',
  image: 'image',
  audio: 'audio',
  resource: 'resource',
  resource_link: 'resourceLink',
}

/** Refuses content of a kind that the host does not support, instead of dropping it. */
export const contentPolicy =
  ({ capabilities }: Pick<RuleContext, 'capabilities'>): Policy =>
  (request, next) => {
    const { method } = request
    const key = method === 'ui/message' ? 'message' : method === 'ui/update-model-context' ? 'updateModelContext' : undefined
    const supported = key && capabilities()[key]
    if (!supported || Object.keys(supported).length === 0) return next(request)
    const content = paramOf(request, 'content')
    const kinds = Array.isArray(content) ? content.map((block) => (isRecord(block) ? String(block['type']) : '')) : []
    const unsupported = kinds.find((kind) => !supported[MODALITIES[kind] as 'text'])
    if (unsupported !== undefined)
      throw denied('modality', `${method}: the host does not accept ${unsupported} content here`, INVALID_PARAMS)
    if (paramOf(request, 'structuredContent') !== undefined && !supported.structuredContent)
      throw denied('modality', `${method}: the host does not accept structuredContent here`, INVALID_PARAMS)
    return next(request)
  }

/** Admits only display modes that both the View and the host support. */
export const displayModePolicy =
  ({ appCapabilities, context }: Pick<RuleContext, 'appCapabilities' | 'context'>): Policy =>
  (request, next) => {
    if (request.method !== 'ui/request-display-mode') return next(request)
    const mode = paramOf(request, 'mode') as 'inline'
    if (!declaredModes(appCapabilities()).includes(mode))
      throw denied('display-mode', `The View did not declare the display mode ${mode}`)
    if (context().availableDisplayModes?.includes(mode) === false)
      throw denied('display-mode', `The host does not support the display mode ${mode}`)
    return next(request)
  }

// A View's request can arrive before the host page learns of the click, because browsers report the two separately.
const ACTIVATION_DELAY_MS = 200

/** Requires user activation in the View for requests that only a real click may cause. */
export function activationPolicy(
  isActive: ((view: string) => boolean | Promise<boolean>) | undefined,
  methods: readonly string[],
  runtime: Runtime,
): Policy {
  const checkAgain = async (request: ViewRequest, next: Next, active: false | Promise<boolean>): Promise<unknown> => {
    if (active !== false && (await active)) return next(request)
    await new Promise<void>((resolve) => void runtime.after(ACTIVATION_DELAY_MS, resolve))
    request.signal.throwIfAborted()
    if (await isActive?.(request.view)) return next(request)
    if (takesScreen(request)) return next({ ...request, isActivated: false })
    throw denied('activation', `${request.method}: allowed only after the user has clicked in the View`)
  }
  return (request, next) => {
    const isNeeded = methods.includes(request.method) && (request.method !== DISPLAY_MODE || takesScreen(request))
    const active = !isActive || !isNeeded || isActive(request.view)
    return active === true ? next(request) : checkAgain(request, next, active)
  }
}

const DISPLAY_MODE = 'ui/request-display-mode'

// A View in front of the page takes the focus, or covers what the user is about to press. Back to inline is always possible.
const takesScreen = (request: ViewRequest): boolean => request.method === DISPLAY_MODE && paramOf(request, 'mode') !== 'inline'
