import type * as mcp from '@modelcontextprotocol/client'
import type * as apps from '@modelcontextprotocol/ext-apps'
import { describe, expectTypeOf, test } from 'vitest'
import type * as ours from './index.ts'

// Code written against the official packages must compile against ours, in both directions.
describe('types are assignable in both directions', () => {
  test('messages of MCP Apps', () => {
    expectTypeOf<apps.McpUiInitializeRequest>().toExtend<ours.McpUiInitializeRequest>()
    expectTypeOf<apps.McpUiOpenLinkRequest>().toExtend<ours.McpUiOpenLinkRequest>()
    expectTypeOf<ours.McpUiOpenLinkRequest>().toExtend<apps.McpUiOpenLinkRequest>()
    expectTypeOf<apps.McpUiMessageRequest>().toExtend<ours.McpUiMessageRequest>()
    expectTypeOf<apps.McpUiDownloadFileRequest>().toExtend<ours.McpUiDownloadFileRequest>()
    expectTypeOf<apps.McpUiUpdateModelContextRequest>().toExtend<ours.McpUiUpdateModelContextRequest>()
    expectTypeOf<apps.McpUiRequestDisplayModeRequest>().toExtend<ours.McpUiRequestDisplayModeRequest>()
    expectTypeOf<apps.McpUiRequestDisplayModeResult>().toExtend<ours.McpUiRequestDisplayModeResult>()
    expectTypeOf<apps.McpUiSizeChangedNotification>().toExtend<ours.McpUiSizeChangedNotification>()
    expectTypeOf<apps.McpUiToolInputNotification>().toExtend<ours.McpUiToolInputNotification>()
    expectTypeOf<apps.McpUiToolInputPartialNotification>().toExtend<ours.McpUiToolInputPartialNotification>()
    expectTypeOf<apps.McpUiToolResultNotification>().toExtend<ours.McpUiToolResultNotification>()
    expectTypeOf<apps.McpUiToolCancelledNotification>().toExtend<ours.McpUiToolCancelledNotification>()
    expectTypeOf<apps.McpUiHostContextChangedNotification>().toExtend<ours.McpUiHostContextChangedNotification>()
    expectTypeOf<apps.McpUiSandboxResourceReadyNotification>().toExtend<ours.McpUiSandboxResourceReadyNotification>()
    expectTypeOf<apps.McpUiInitializeResult>().toExtend<ours.McpUiInitializeResult>()
  })

  test('capabilities, context and metadata of MCP Apps', () => {
    expectTypeOf<apps.McpUiHostContext>().toExtend<ours.McpUiHostContext>()
    expectTypeOf<apps.McpUiHostCapabilities>().toExtend<ours.McpUiHostCapabilities>()
    expectTypeOf<apps.McpUiAppCapabilities>().toExtend<ours.McpUiAppCapabilities>()
    expectTypeOf<apps.McpUiResourceMeta>().toExtend<ours.McpUiResourceMeta>()
    expectTypeOf<apps.McpUiToolMeta>().toExtend<ours.McpUiToolMeta>()
    expectTypeOf<apps.McpUiStyles>().toExtend<ours.McpUiStyles>()
    expectTypeOf<ours.McpUiStyleVariableKey>().toEqualTypeOf<apps.McpUiStyleVariableKey>()
    expectTypeOf<ours.McpUiDisplayMode>().toEqualTypeOf<apps.McpUiDisplayMode>()
    expectTypeOf<ours.McpUiTheme>().toEqualTypeOf<apps.McpUiTheme>()
    expectTypeOf<ours.McpUiToolVisibility>().toEqualTypeOf<apps.McpUiToolVisibility>()
    expectTypeOf<apps.McpUiClientCapabilities>().toExtend<ours.McpUiClientCapabilities>()
    expectTypeOf<apps.McpUiSupportedContentBlockModalities>().toExtend<ours.McpUiSupportedContentBlockModalities>()
  })

  test('core MCP', () => {
    expectTypeOf<mcp.CallToolResult>().toExtend<ours.CallToolResult>()
    expectTypeOf<ours.CallToolResult>().toExtend<mcp.CallToolResult>()
    expectTypeOf<mcp.Tool>().toExtend<ours.Tool>()
    expectTypeOf<ours.Tool>().toExtend<mcp.Tool>()
    expectTypeOf<mcp.ContentBlock>().toExtend<ours.ContentBlock>()
    expectTypeOf<ours.ContentBlock>().toExtend<mcp.ContentBlock>()
    expectTypeOf<mcp.Implementation>().toExtend<ours.Implementation>()
    expectTypeOf<ours.Implementation>().toExtend<mcp.Implementation>()
    expectTypeOf<mcp.ReadResourceResult>().toExtend<ours.ReadResourceResult>()
    expectTypeOf<ours.ReadResourceResult>().toExtend<mcp.ReadResourceResult>()
    expectTypeOf<mcp.ListToolsResult>().toExtend<ours.ListToolsResult>()
    expectTypeOf<mcp.ListResourcesResult>().toExtend<ours.ListResourcesResult>()
    expectTypeOf<mcp.ListResourceTemplatesResult>().toExtend<ours.ListResourceTemplatesResult>()
    expectTypeOf<mcp.ListPromptsResult>().toExtend<ours.ListPromptsResult>()
    expectTypeOf<mcp.CreateMessageRequest>().toExtend<ours.CreateMessageRequest>()
    expectTypeOf<ours.CreateMessageRequest['params']['messages']>().toExtend<mcp.CreateMessageRequest['params']['messages']>()
    expectTypeOf<mcp.CreateMessageResult>().toExtend<ours.CreateMessageResult>()
    expectTypeOf<mcp.CreateMessageResultWithTools>().toExtend<ours.CreateMessageResultWithTools>()
    expectTypeOf<mcp.LoggingMessageNotification>().toExtend<ours.LoggingMessageNotification>()
    expectTypeOf<mcp.CallToolRequest['params']>().toExtend<ours.CallToolRequest['params']>()
  })
})

test('a host context can be written and read as with the official types', () => {
  const context: ours.McpUiHostContext = {
    theme: 'dark',
    styles: { variables: { '--font-sans': 'Inter' } },
    containerDimensions: { height: 300, maxWidth: 400 },
    locale: undefined,
    extra: 1,
  }
  expectTypeOf(context.theme).toEqualTypeOf<'light' | 'dark' | undefined>()
  expectTypeOf(context['extra']).toEqualTypeOf<unknown>()
  expectTypeOf<ours.McpUiMessageRequest['params']['content']>().toEqualTypeOf<ours.ContentBlock[]>()
})
