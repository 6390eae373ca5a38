import { acceptedContent, createMcpHandler, inputRequired, McpServer, type McpHttpHandler } from '@modelcontextprotocol/server'
import * as z from 'zod'

const answered = (text: string) => ({ content: [{ type: 'text' as const, text }] })

/** A server whose tools send requests: `book` to the user, `summarize` to a model. */
export function createAskingServer(): McpHttpHandler {
  return createMcpHandler(() => {
    const server = new McpServer({ name: 'asking', version: '1.0.0' })
    const seat = z.object({ seat: z.string(), window: z.boolean().optional() })
    server.registerTool('book', { inputSchema: z.object({ train: z.string() }) }, ({ train }, { mcpReq }) => {
      const responses = mcpReq.inputResponses
      if (!responses)
        return inputRequired({
          inputRequests: { seat: inputRequired.elicit({ message: `Which seat in ${train}?`, requestedSchema: seat }) },
        })
      const given = acceptedContent(responses, 'seat', seat)
      return answered(given ? `Booked ${given.seat}` : 'Nothing booked')
    })
    server.registerTool('summarize', { inputSchema: z.object({}) }, (_args, { mcpReq }) => {
      const response = mcpReq.inputResponses?.['summary']
      if (!response)
        return inputRequired({
          inputRequests: {
            summary: inputRequired.createMessage({
              messages: [{ role: 'user', content: { type: 'text', text: 'Summarize the journey.' } }],
              maxTokens: 100,
            }),
          },
        })
      return answered(JSON.stringify(response))
    })
    return server
  })
}
