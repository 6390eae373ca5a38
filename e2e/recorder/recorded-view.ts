import { encodeRecording } from '../../packages/casement/src/protocol/recording-code.ts'
import { writeTrace, type MessageRecord, type Trace, type TraceRecord } from '../../packages/casement/src/testing/trace/index.ts'

/** A View that calls a tool of its server once it has a result, without any SDK. `more` runs first. */
export const viewHtml = (
  more = '',
): string => `<!doctype html><html lang="en"><head><title>Weather</title></head><body><p id="out">no data</p><script>
${more}
const out = document.getElementById('out')
const say = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
addEventListener('message', ({ data }) => {
  if (data.id === 1 && data.result) say({ method: 'ui/notifications/initialized', params: {} })
  if (data.method === 'ui/resource-teardown') say({ id: data.id, result: {} })
  if (data.method === 'ui/notifications/tool-result') say({ id: 2, method: 'tools/call', params: { name: 'refresh', arguments: {} } })
  if (data.id === 2 && !data.method) out.textContent = data.result ? 'refreshed' : 'refused'
})
say({ id: 1, method: 'ui/initialize', params: { protocolVersion: '2026-01-26', appInfo: { name: 'weather', version: '1' }, appCapabilities: {} } })
</script></body></html>`

const RESULT = { content: [{ type: 'text', text: 'sunny' }], structuredContent: { city: 'Bern' } }

/** The actions of the View in a host that does not know tools/call. */
export function recordingOf(html: string | undefined): Trace {
  const messages: [MessageRecord['direction'], object][] = [
    [
      'from-view',
      {
        id: 1,
        method: 'ui/initialize',
        params: { protocolVersion: '2026-01-26', appInfo: { name: 'weather', version: '1' }, appCapabilities: {} },
      },
    ],
    [
      'to-view',
      {
        id: 1,
        result: {
          protocolVersion: '2026-01-26',
          hostInfo: { name: 'other', version: '3' },
          hostCapabilities: {},
          hostContext: { theme: 'dark' },
        },
      },
    ],
    ['from-view', { method: 'ui/notifications/initialized', params: {} }],
    ['to-view', { method: 'ui/notifications/tool-input', params: { arguments: { city: 'Bern' } } }],
    ['to-view', { method: 'ui/notifications/tool-result', params: RESULT }],
    ['from-view', { id: 2, method: 'tools/call', params: { name: 'refresh', arguments: {} } }],
    ['to-view', { id: 2, error: { code: -32601, message: 'Method not found' } }],
  ]
  const records: TraceRecord[] = messages.map(([direction, message], index) => ({
    kind: 'message',
    at: index * 10,
    hop: 'view-host',
    direction,
    message: { jsonrpc: '2.0', ...message },
  }))
  const report = { kind: 'csp', directive: 'connect-src', blocked: 'https://api.example/x' }
  return {
    header: {
      casementTrace: 1,
      startedAt: 0,
      by: { name: 'casement-recorder', version: '1' },
      title: 'Weather',
      host: { name: 'other', version: '3' },
      view: { app: 'weather', tool: { name: 'forecast' }, ...(html !== undefined && { resource: { html } }) },
    },
    records: [...records, { kind: 'report', at: 90, report }],
  }
}

/** The code of the recording, as a user pastes it into a file. */
export const codeOf = async (trace: Trace): Promise<string> => `From the chat: ${await encodeRecording(writeTrace(trace))}\n`

/** The program of the server that the View came from. */
export const serverProgram = (html: string): string => `
import { defineApp, result, serve, tool } from 'casement/server'
await serve(defineApp({
  name: 'weather', version: '1.0.0', view: { html: ${JSON.stringify(html)} },
  tools: {
    forecast: tool({ annotations: { readOnlyHint: true }, run: () => (${JSON.stringify(RESULT)}) }),
    refresh: tool({ view: false, visibility: ['app'], annotations: { readOnlyHint: true }, run: () => 'again' }),
  },
}))
`
