import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The model's output in one turn: text deltas, and tool calls with input deltas. */
export interface StubTurn {
  readonly text?: readonly string[]
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly pieces: readonly string[] }[]
  /** Refuses with this status instead. */
  readonly status?: number
  /** Leaves the stream open after what it said. */
  readonly hangs?: true
  /** Ends only after this. */
  readonly until?: Promise<unknown>
}

/** A request as the model got it. */
export interface StubRequest {
  readonly headers: IncomingMessage['headers']
  readonly body: {
    model: string
    messages: { role: string; content: unknown; tool_calls?: unknown }[]
    tools?: { function: { name: string } }[]
  }
}

/** A model behind an OpenAI-compatible endpoint that says what a test wants. */
export interface ModelStub {
  readonly url: string
  readonly requests: StubRequest[]
  /** How many streams were cut by the other side. */
  readonly cut: number
  close(): Promise<void>
}

/** Starts the model; turns are taken one after the other, or made from the request. */
export async function startModelStub(turns: readonly StubTurn[] | ((request: StubRequest) => StubTurn)): Promise<ModelStub> {
  const requests: StubRequest[] = []
  let cut = 0
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const request = { headers: incoming.headers, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as StubRequest['body'] }
    requests.push(request)
    const turn = (typeof turns === 'function' ? turns(request) : turns[requests.length - 1]) ?? {}
    response.on('close', () => (cut += Number(!response.writableFinished)))
    if (turn.status !== undefined) {
      response.writeHead(turn.status, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ error: { message: `no, says the stub to ${incoming.headers.authorization}` } }))
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const delta of deltas(turn)) send(response, { delta, finish_reason: null })
    if (turn.hangs) return
    await turn.until
    send(response, { delta: {}, finish_reason: turn.calls ? 'tool_calls' : 'stop' })
    response.end('data: [DONE]\n\n')
  }
  const server = createServer((incoming, response) => void answer(incoming, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    get cut() {
      return cut
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function deltas({ text = [], calls = [] }: StubTurn): object[] {
  return [
    ...text.map((content) => ({ content })),
    ...calls.flatMap(({ id, name, pieces }, index) => [
      { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
      ...pieces.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
  ]
}

function send(response: ServerResponse, choice: object): void {
  const chunk = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'stub', choices: [{ index: 0, ...choice }] }
  response.write(`data: ${JSON.stringify(chunk)}\n\n`)
}
