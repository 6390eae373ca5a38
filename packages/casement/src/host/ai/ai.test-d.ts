import type { UseChatHelpers } from '@ai-sdk/react'
import type { ToolSet, UIMessage } from 'ai'
import { streamText } from 'ai'
import type { ToolSet as ToolSet7, UIMessage as UIMessage7 } from 'ai-7'
import { streamText as streamText7 } from 'ai-7'
import { expectTypeOf, test } from 'vitest'
import type { AiTool, ChatLike, MessagePart } from './index.ts'

declare const tools: Record<string, AiTool>

test('the tools fit both versions of the AI SDK', () => {
  expectTypeOf(tools).toExtend<ToolSet>()
  expectTypeOf(tools).toExtend<ToolSet7>()
  expectTypeOf(streamText<Record<string, AiTool>>).toBeFunction()
  void (() => [streamText({ model: 'm', tools, prompt: '' }), streamText7({ model: 'm', tools, prompt: '' })])
})

test('the parts of messages and the chat fit', () => {
  expectTypeOf<UIMessage['parts'][number]>().toExtend<MessagePart>()
  expectTypeOf<UIMessage7['parts'][number]>().toExtend<MessagePart>()
  expectTypeOf<UseChatHelpers<UIMessage>>().toExtend<ChatLike>()
})
