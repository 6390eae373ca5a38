import type { Unsubscribe } from '../../protocol/runtime.ts'
import { readToolUi } from '../../protocol/resource/tool-ui.ts'
import type { ContentBlock, Tool } from '../../protocol/schemas/index.ts'
import type { AppBridge } from '../bridge/app-bridge.ts'
import { createModelContext, type AppMessage, type ModelContext } from '../model/model-context.ts'
import type { MountOptions } from '../mount/options.ts'
import type { ChatAppsBody } from './chat-body.ts'
import { listModelTools } from './list-tools.ts'
import { createOpenViews, type OpenViews } from './open-views.ts'
import { toolDataOf, toolNameOf, type ChatStatus, type MessagePart } from './part-data.ts'

/** A part of a message that a View sends to the chat. */
export type ChatMessagePart = { type: 'text'; text: string } | { type: 'file'; mediaType: string; url: string }

/** The part of `useChat`, or of a `Chat` of any framework, that is used. */
export interface ChatLike {
  readonly status: ChatStatus
  sendMessage(message: { role: 'user'; parts: ChatMessagePart[] }): unknown
  // Methods, so that a chat with types for its own tools fits.
  addToolOutput?(output: never): unknown
}

/** Options of `createChatApps`: those of every View, except its tool and data. */
export interface ChatAppsOptions extends Omit<MountOptions, 'tool' | 'input' | 'partial' | 'result' | 'cancelled' | 'signal'> {
  /** The prefix that `mcpTools` has in the route. */
  readonly prefix?: string
}

/** The props of `<McpApp>` for one tool call. */
export type ChatAppProps = Omit<MountOptions, 'signal'>

/** The Views of one chat. */
export interface ChatApps {
  /** The contexts and messages of the Views. */
  readonly modelContext: ModelContext
  /** The props of `<McpApp>` for a part of a message; undefined for parts without a View. With the status of the chat, a call that will get no result is cancelled. */
  propsOf(part: MessagePart, chat?: Pick<ChatLike, 'status'>): ChatAppProps | undefined
  /** Connects the current state of the chat. Call it after each render: messages of Views are sent once the chat is ready for them. */
  connect(chat: ChatLike): void
  /** The body of a request to the route: contexts and tools of the open Views, as `apps`. */
  readonly body: () => Promise<{ apps: ChatAppsBody }>
  /** The `onToolCall` of the chat: runs the tools of open Views. */
  readonly onToolCall: (call: { toolCall: { toolName: string; toolCallId: string; input: unknown } }) => void
  /** Stops listening to the Views. */
  readonly dispose: Unsubscribe
}

/** Creates the Views of one chat: lists the tools of the client, and passes data between the parts of messages, the Views and the model. */
export async function createChatApps(options: ChatAppsOptions): Promise<ChatApps> {
  const { prefix, ...mount } = options
  const tools = await listModelTools(options.client, prefix)
  const modelContext = options.bridge?.modelContext ?? createModelContext()
  const views = createOpenViews((name) => tools.has(name))
  let chat: ChatLike | undefined

  const sendMessages = (): void => {
    // A chat of the AI SDK has one response at a time; until it ends, messages stay in the model context.
    if (!chat || chat.status === 'submitted' || chat.status === 'streaming') return
    const parts = modelContext.takeMessages().flatMap(toMessageParts)
    if (parts.length > 0) void chat.sendMessage({ role: 'user', parts })
  }
  return {
    modelContext,
    propsOf(part, current) {
      const tool = tools.get(toolNameOf(part) ?? '')
      if (!tool || part.toolCallId === undefined || readToolUi(tool).uri === undefined) return undefined
      return { ...mount, ...propsOfCall(mount, tool, part.toolCallId, modelContext, views), ...toolDataOf(part, current?.status) }
    },
    connect(next) {
      chat = next
      sendMessages()
    },
    body: async () => ({ apps: { context: modelContext.toContent(), tools: await views.listTools() } }),
    onToolCall: ({ toolCall }) => void views.answer(toolCall, (output) => chat?.addToolOutput?.(output as never)),
    dispose: modelContext.subscribe(sendMessages),
  }
}

function propsOfCall(
  { bridge, prepare }: Pick<MountOptions, 'bridge' | 'prepare'>,
  tool: Tool,
  view: string,
  modelContext: ModelContext,
  views: OpenViews,
): Pick<MountOptions, 'tool' | 'bridge' | 'prepare'> {
  return {
    tool,
    bridge: { ...bridge, view, modelContext, appTools: { ...bridge?.appTools, isTaken: views.isTaken(view, bridge?.appTools) } },
    prepare: (connection: AppBridge) => {
      views.open(view, connection.appTools)
      prepare?.(connection)
    },
  }
}

const toMessageParts = ({ content }: AppMessage): ChatMessagePart[] => content.map(toMessagePart)

function toMessagePart(block: ContentBlock): ChatMessagePart {
  if (block.type === 'text') return { type: 'text', text: block.text }
  if (block.type === 'image' || block.type === 'audio')
    return { type: 'file', mediaType: block.mimeType, url: `data:${block.mimeType};base64,${block.data}` }
  return { type: 'text', text: JSON.stringify(block) }
}
