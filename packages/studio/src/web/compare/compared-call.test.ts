import type { CallEntry } from '@casement/gateway/api'
import type { Trace } from 'casement/testing/trace'
import { expect, test } from 'vitest'
import { differencesOf, sideOfCall, sideOfRecording } from './compared-call.ts'

const call = (city: string, sky: string): CallEntry => ({
  kind: 'call',
  id: city,
  at: 1,
  by: 'person',
  server: 'weather',
  tool: 'forecast',
  status: 'done',
  input: { city },
  result: { content: [], structuredContent: { sky } },
})
const notification = (method: string, params: unknown) =>
  ({ kind: 'message', at: 1, hop: 'view-host', direction: 'to-view', message: { jsonrpc: '2.0', method, params } }) as const
const recording: Trace = {
  header: {
    casementTrace: 1,
    startedAt: 1,
    by: { name: 'x', version: '1' },
    view: { app: 'weather', tool: { name: 'forecast' } },
  },
  records: [
    notification('ui/notifications/tool-input', { arguments: { city: 'Rome' } }),
    notification('ui/notifications/tool-result', { content: [], structuredContent: { sky: 'rain' } }),
  ],
}

test('two calls differ in their arguments first, then in their results', () => {
  const differences = differencesOf(
    sideOfCall(call('Rome', 'sun'), 1, 'Forecast'),
    sideOfCall(call('Bern', 'rain'), 2, 'Forecast'),
  )
  expect(differences).toEqual([
    { path: '/arguments/city', kind: 'changed', before: 'Rome', after: 'Bern' },
    { path: '/result/structuredContent/sky', kind: 'changed', before: 'sun', after: 'rain' },
  ])
  expect(differencesOf(sideOfCall(call('Rome', 'sun'), 1, 'Forecast'), sideOfCall(call('Rome', 'sun'), 2, 'Forecast'))).toEqual(
    [],
  )
})

test('a call is compared with the call that a recording shows', () => {
  const differences = differencesOf(sideOfRecording(recording, 'old.jsonl'), sideOfCall(call('Rome', 'sun'), 1, 'Forecast'))
  expect(differences.map(({ path, before, after }) => [path, before, after])).toEqual([
    ['/result/structuredContent/sky', 'rain', 'sun'],
  ])
})
