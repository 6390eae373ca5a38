import { GOODBYE } from '../dynamic/mount-record.ts'

// Runs in a View before its own scripts: what the host answers to `ui/initialize` reaches the View as an error.
const isAnswer = (data: unknown): data is { id: unknown; result: object } =>
  typeof data === 'object' &&
  data !== null &&
  'result' in data &&
  typeof data.result === 'object' &&
  data.result !== null &&
  'hostCapabilities' in data.result

let tell: () => void = () => {}
Object.assign(window, { handshakeRefused: new Promise<void>((resolve) => (tell = resolve)) })

if (window.parent !== window.top) {
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const { data, source, origin } = event
    const message: unknown = typeof data === 'string' ? parse(data) : data
    if (!isAnswer(message)) return
    event.stopImmediatePropagation()
    // Messages before this were sent without knowing the response.
    const held = { level: 'debug', logger: GOODBYE, data: 'held' }
    parent.postMessage(
      { jsonrpc: '2.0', method: 'notifications/message', params: held },
      /* opaque: whoever frames the View */ '*',
    )
    const refusal = { jsonrpc: '2.0', id: message.id, error: { code: -32_602, message: 'The doctor refuses this handshake' } }
    dispatchEvent(
      new MessageEvent('message', { data: typeof data === 'string' ? JSON.stringify(refusal) : refusal, source, origin }),
    )
    tell()
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
