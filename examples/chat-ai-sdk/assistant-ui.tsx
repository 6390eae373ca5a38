import { AssistantRuntimeProvider, MessagePrimitive, ThreadPrimitive, type ToolCallMessagePartProps } from '@assistant-ui/react'
import { useAISDKRuntime } from '@assistant-ui/react-ai-sdk'
import { useChat } from '@ai-sdk/react'
import type { DefaultChatTransport, UIMessage } from 'ai'
import type { ChatApps } from 'casement/host/ai'
import { McpApp } from 'casement/host/react'
import { useEffect, type ReactElement } from 'react'

/** A thread of assistant-ui whose tool calls are shown as Views. */
export function Thread({ apps, transport }: { apps: ChatApps; transport: DefaultChatTransport<UIMessage> }): ReactElement {
  const chat = useChat({ transport, onToolCall: apps.onToolCall })
  useEffect(() => apps.connect(chat))
  const ToolCall = ({ toolCallId, toolName }: ToolCallMessagePartProps): ReactElement | null => {
    const parts = chat.messages.flatMap((message) => message.parts)
    const part = parts.find((each) => 'toolCallId' in each && each.toolCallId === toolCallId)
    const view = part && apps.propsOf(part, chat)
    return view ? <McpApp {...view} /> : <code>{toolName}</code>
  }
  const Message = (): ReactElement => (
    <MessagePrimitive.Root>
      <MessagePrimitive.Parts components={{ tools: { Fallback: ToolCall } }} />
    </MessagePrimitive.Root>
  )
  return (
    <AssistantRuntimeProvider runtime={useAISDKRuntime(chat)}>
      <ThreadPrimitive.Messages components={{ Message }} />
    </AssistantRuntimeProvider>
  )
}
