/** @typedef {'callTool' | 'listTools' | 'readResource' | 'listResources' | 'listResourceTemplates'} ClientMethod */

/**
 * Responses for the MCP client in a page: the methods of the real client in Node, by name. A request is `{ method, params }`; a
 * response is `{ result }` or `{ error: { message, code } }`.
 * @param {import('@modelcontextprotocol/client').Client} client
 * @param {Request} request
 */
export async function answerPage(client, request) {
  const { method, params } = /** @type {{ method: ClientMethod, params: never }} */ (await request.json())
  try {
    return Response.json({ result: await client[method](params) })
  } catch (error) {
    const { message, code } = /** @type {{ message: string, code?: number }} */ (error)
    return Response.json({ error: { message, code } })
  }
}
