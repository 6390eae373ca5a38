/** A message of a request in the format of OpenAI. */
export interface StubMessage {
  readonly role: string
  readonly content?: unknown
}

/** The body of a request to the stub. */
export interface StubRequest {
  readonly messages: readonly StubMessage[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

/** A stub of a model with the HTTP interface of OpenAI: it calls the tool that the user names, and repeats the result. */
export interface ModelStub {
  /** The requests so far. */
  readonly requests: readonly StubRequest[]
  /** Handles `POST /chat/completions`. */
  handle(request: Request): Promise<Response>
}

/** Creates the stub. A message such as `call forecast {"city":"Bern"}` calls the tool whose name ends in `forecast`. */
export function createModelStub(): ModelStub {
  const requests: StubRequest[] = []
  return {
    requests,
    async handle(request) {
      const body = (await request.json()) as StubRequest
      requests.push(body)
      const deltas = respond(body)
      const isCall = 'tool_calls' in (deltas[0] ?? {})
      const chunks = [
        ...deltas.map((delta) => chunk({ delta })),
        chunk({ delta: {}, finish_reason: isCall ? 'tool_calls' : 'stop' }),
      ]
      const events = [...chunks.map((data) => JSON.stringify(data)), '[DONE]'].map((data) => `data: ${data}\n\n`)
      return new Response(events.join(''), { headers: { 'Content-Type': 'text/event-stream' } })
    },
  }
}

const chunk = (choice: object): object => ({
  id: 'stub',
  object: 'chat.completion.chunk',
  created: 0,
  model: 'stub',
  choices: [{ index: 0, ...choice }],
})

function respond({ messages, tools = [] }: StubRequest): object[] {
  const last = messages.at(-1)
  const text = typeof last?.content === 'string' ? last.content : JSON.stringify(last?.content)
  const [, ending, args = '{}'] = (last?.role === 'user' && /^call (\S+) (.+)$/.exec(text)) || []
  const name = ending === undefined ? undefined : tools.find((tool) => tool.function.name.endsWith(ending))?.function.name
  if (name === undefined) return [{ role: 'assistant', content: 'I heard: ' }, { content: text }]
  // In two pieces, as models write.
  const half = Math.ceil(args.length / 2)
  const start = { index: 0, id: `call-${messages.length}`, type: 'function', function: { name, arguments: args.slice(0, half) } }
  return [{ tool_calls: [start] }, { tool_calls: [{ index: 0, function: { arguments: args.slice(half) } }] }]
}
