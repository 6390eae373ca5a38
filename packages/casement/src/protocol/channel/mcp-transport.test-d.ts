import type { Transport as ClientTransport } from '@modelcontextprotocol/client'
import type { PostMessageTransport as OfficialTransport } from '@modelcontextprotocol/ext-apps'
import type { Transport as V1Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Transport as ServerTransport } from '@modelcontextprotocol/server'
import { expectTypeOf, test } from 'vitest'
import type { McpTransport, McpTransportLike } from './mcp-transport.ts'
import type { PostMessageTransport } from './post-message-transport.ts'

test('what we make is a transport for every SDK', () => {
  expectTypeOf<McpTransport>().toExtend<V1Transport>()
  expectTypeOf<McpTransport>().toExtend<ClientTransport>()
  expectTypeOf<McpTransport>().toExtend<ServerTransport>()
})

test('what every SDK makes is a transport for us', () => {
  expectTypeOf<V1Transport>().toExtend<McpTransportLike>()
  expectTypeOf<ClientTransport>().toExtend<McpTransportLike>()
  expectTypeOf<ServerTransport>().toExtend<McpTransportLike>()
  expectTypeOf<McpTransport>().toExtend<McpTransportLike>()
})

test('PostMessageTransport takes and has what the official one takes and has', () => {
  expectTypeOf<PostMessageTransport>().toExtend<V1Transport>()
  expectTypeOf<PostMessageTransport>().toExtend<ClientTransport>()
  expectTypeOf<ConstructorParameters<typeof OfficialTransport>>().toExtend<ConstructorParameters<typeof PostMessageTransport>>()
  expectTypeOf<keyof OfficialTransport>().toExtend<keyof PostMessageTransport>()
})
