import { CasementError, DENIED } from '../protocol/errors.ts'
import { isRecord } from '../protocol/rpc/message.ts'
import type { CallToolResult } from '../protocol/schemas/index.ts'
import { textOf, toToolResult } from './apps-to-mcp-ui.ts'
import { ACTION_META_KEY, isUIAction, REQUEST_DATA_METHOD, RESPONSE_META_KEY, type UIActionResult } from './messages.ts'

/** Handles the actions of a widget; its return value or rejection is the response to the widget. */
export type OnUIAction = (action: UIActionResult) => unknown

/** Handlers for `mountApp`. They run behind the gate, as all do. */
export interface UIActionHandlers {
  readonly oncalltool: (params: { name: string; arguments?: Record<string, unknown> | undefined }) => Promise<CallToolResult>
  readonly onmessage: (params: { content: unknown }) => Promise<{ [more: string]: unknown }>
  readonly onopenlink: (params: { url: string }) => Promise<{ [more: string]: unknown }>
  readonly onloggingmessage: (params: { data?: unknown }) => void
}

/** Turns one `onUIAction` into handlers, for a host page that was written for the renderer of MCP-UI. */
export function uiActionHandlers(onUIAction: OnUIAction): UIActionHandlers {
  const act = async (action: UIActionResult): Promise<unknown> => {
    try {
      return await onUIAction(action)
    } catch (error) {
      // A legacy widget received the errors that its host threw; without a code for the wire it would receive an internal error.
      const message = error instanceof Error ? error.message : String(error)
      throw new CasementError('REMOTE', message, { cause: error, wire: { code: DENIED } })
    }
  }
  const answer = async (action: UIActionResult): Promise<{ [more: string]: unknown }> => {
    const response = await act(action)
    return response === undefined ? {} : { _meta: { [RESPONSE_META_KEY]: response } }
  }
  return {
    async oncalltool({ name, arguments: params = {} }) {
      const response = await act({ type: 'tool', payload: { toolName: name, params } })
      const result = toToolResult(response)
      return { ...result, _meta: { ...(isRecord(result._meta) && result._meta), [RESPONSE_META_KEY]: response ?? null } }
    },
    onmessage: ({ content }) => answer(originalAction(content) ?? { type: 'prompt', payload: { prompt: textOf(content) } }),
    onopenlink: ({ url }) => answer({ type: 'link', payload: { url } }),
    onloggingmessage: ({ data }) => void act({ type: 'notify', payload: { message: String(data) } }).catch(() => {}),
  }
}

/** Handles `ui-request-data`, which has no method in MCP Apps. Pass it to the bridge as `fallback`. */
export function requestDataFallback(
  onRequestData: (request: { requestType: string; params: Record<string, unknown> }) => unknown,
): (method: string, params: unknown) => unknown {
  return async (method, params) => {
    if (method !== REQUEST_DATA_METHOD || !isRecord(params)) return undefined
    const response = await onRequestData({
      requestType: String(params['requestType']),
      params: isRecord(params['params']) ? params['params'] : {},
    })
    return { _meta: { [RESPONSE_META_KEY]: response ?? null } }
  }
}

function originalAction(content: unknown): UIActionResult | undefined {
  const block: unknown = Array.isArray(content) ? content[0] : content
  const meta = isRecord(block) && isRecord(block['_meta']) ? block['_meta'] : {}
  const action = meta[ACTION_META_KEY]
  return isUIAction(action) ? action : undefined
}
