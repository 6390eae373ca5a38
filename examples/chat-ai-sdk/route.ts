import { convertToModelMessages, stepCountIs, streamText, type LanguageModel, type UIMessage } from 'ai'
import type { McpClientLike } from 'casement/host'
import { mcpTools, withAppContext, type ChatAppsBody } from 'casement/host/ai'

/** Creates the route of the chat, as frameworks with `Request` and `Response` call it. */
export const createChatRoute = (client: McpClientLike, model: LanguageModel) =>
  async function POST(request: Request): Promise<Response> {
    const { messages, apps } = (await request.json()) as { messages: UIMessage[]; apps?: ChatAppsBody }
    const tools = await mcpTools(client, { apps })
    const prompt = withAppContext(await convertToModelMessages(messages, { tools }), apps)
    return streamText({ model, tools, messages: prompt, stopWhen: stepCountIs(5) }).toUIMessageStreamResponse()
  }
