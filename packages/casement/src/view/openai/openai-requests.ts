import { isRecord } from '../../protocol/rpc/message.ts'
import type { ViewToHost } from '../../protocol/methods.ts'
import type { RequestMethod, Params, Result } from '../../protocol/method-types.ts'
import { toCallResult, type OpenAiGlobal } from './openai-global.ts'

type Answer<M extends RequestMethod<ViewToHost>> = (
  params: Params<ViewToHost, M>,
) => Result<ViewToHost, M> | Promise<Result<ViewToHost, M>>
type Answers = { [M in RequestMethod<ViewToHost>]?: Answer<M> | undefined }

interface TextBlock {
  type: string
  text?: unknown
}
const textOf = (content: readonly TextBlock[] = []): string =>
  content.flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join('\n')

/** What a View may ask, answered by `window.openai`. What it does not offer is not in the table. */
export function openaiRequests(openai: OpenAiGlobal): Record<string, ((params: never) => unknown) | undefined> {
  const answers: Answers = {
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
        // A picture or a file cannot be sent this way, and an empty prompt says nothing.
        if (!prompt) return { isError: true }
        await openai.sendFollowUpMessage?.({ prompt })
        return {}
      }),
    'ui/request-display-mode':
      openai.requestDisplayMode &&
      (async ({ mode }) => (await openai.requestDisplayMode?.({ mode })) ?? { mode: openai.displayMode ?? 'inline' }),
    ...(openai.setWidgetState && widgetStateRequests(openai)),
  }
  return answers
}

function widgetStateRequests(openai: OpenAiGlobal): Answers {
  // The page cannot see when a write has arrived, so that the latest one is remembered here.
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
      const { [key]: _before, ...others } = entries()
      return write({ privateContent: { ...privateContent(), casement: { ...others, ...(entry && { [key]: entry }) } } })
    },
  }
}
