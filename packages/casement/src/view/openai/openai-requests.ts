import { isRecord } from '../../protocol/rpc/message.ts'
import type { ViewToHost } from '../../protocol/methods.ts'
import type { RequestMethod, Params, Result } from '../../protocol/method-types.ts'
import { toCallResult, type OpenAiGlobal } from './openai-global.ts'

type Handler<M extends RequestMethod<ViewToHost>> = (
  params: Params<ViewToHost, M>,
) => Result<ViewToHost, M> | Promise<Result<ViewToHost, M>>
type Handlers = { [M in RequestMethod<ViewToHost>]?: Handler<M> | undefined }

interface TextBlock {
  type: string
  text?: unknown
}
const textOf = (content: readonly TextBlock[] = []): string =>
  content.flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join('\n')

/** The handlers of a View's requests, implemented with `window.openai`. Methods that it does not support have none. */
export function openaiRequestHandlers(openai: OpenAiGlobal): ReadonlyMap<string, (params: unknown) => unknown> {
  const handlers: Handlers = {
    'tools/call':
      openai.callTool && (async ({ name, arguments: args = {} }) => toCallResult(await openai.callTool?.(name, args))),
    'ui/open-link':
      openai.openExternal &&
      (async ({ url }) => {
        await openai.openExternal?.({ href: url })
        return {}
      }),
    'ui/message':
      openai.sendFollowUpMessage &&
      (async ({ content }) => {
        const prompt = textOf(content)
        // An image or a file cannot be sent this way, and an empty prompt is useless.
        if (!prompt) return { isError: true }
        await openai.sendFollowUpMessage?.({ prompt })
        return {}
      }),
    'ui/request-display-mode':
      openai.requestDisplayMode &&
      (async ({ mode }) => (await openai.requestDisplayMode?.({ mode })) ?? { mode: openai.displayMode ?? 'inline' }),
    ...(openai.setWidgetState && widgetStateHandlers(openai)),
  }
  return new Map(
    Object.entries(handlers).flatMap(([method, handler]) => (handler ? [[method, handler as (params: unknown) => unknown]] : [])),
  )
}

function widgetStateHandlers(openai: OpenAiGlobal): Handlers {
  // The page is not notified when a write has arrived, so the latest state is kept here.
  let state: Record<string, unknown> = { modelContent: null, privateContent: null, imageIds: [], ...openai.widgetState }
  const write = async (change: object): Promise<{}> => {
    state = { ...state, ...change }
    await openai.setWidgetState?.(state)
    return {}
  }
  const privateContent = (): Record<string, unknown> => {
    const content = state['privateContent']
    return isRecord(content) ? content : {}
  }
  const entries = (): Record<string, never> => ({ ...(privateContent()['casement'] as Record<string, never> | undefined) })
  return {
    'ui/update-model-context': ({ content, structuredContent }) => {
      const text = textOf(content)
      return write({ modelContent: text && structuredContent ? { text, ...structuredContent } : (structuredContent ?? text) })
    },
    'dev.casement/state/read': () => ({ entries: entries() }),
    'dev.casement/state/write': ({ key, entry }) => {
      const { [key]: _previous, ...others } = entries()
      return write({ privateContent: { ...privateContent(), casement: { ...others, ...(entry && { [key]: entry }) } } })
    },
  }
}
