import { describe, expect, test, vi } from 'vitest'
import { CasementError } from '../../protocol/errors.ts'
import type { LegacyMessage } from '../messages.ts'
import { createLegacyRequests } from './legacy-requests.ts'
import { serveWidget, type WidgetHost } from './serve-widget.ts'

type Request = WidgetHost['request']

function serve(request: Request, settings = {}) {
  const told: LegacyMessage[] = []
  const notes: unknown[] = []
  const sized = vi.fn<() => void>()
  const host: WidgetHost = { request, notify: (method, params) => void notes.push([method, params]) }
  return { told, notes, sized, service: serveWidget({ post: (message) => void told.push(message) }, host, settings, sized) }
}

const tool = { type: 'tool', messageId: 'm', payload: { toolName: 'add', params: {} } }

describe('a widget of the past', () => {
  test('is told Timeout when its question takes longer than 30 seconds, or than it was prepared for (R-324)', async () => {
    const request = vi.fn<Request>(async () => {
      throw new CasementError('TIMEOUT', 'tools/call got no reply')
    })
    const { service, told } = serve(request)
    service.fromWidget(tool)
    await vi.waitFor(() => expect(told).toHaveLength(2))
    expect(told).toEqual([
      { type: 'ui-message-received', messageId: 'm', payload: { messageId: 'm' } },
      { type: 'ui-message-response', messageId: 'm', payload: { messageId: 'm', error: 'Timeout' } },
    ])
    serve(request, { timeout: 5 }).service.fromWidget(tool)
    expect(request.mock.calls.map(([, , timeout]) => timeout)).toEqual([30_000, 5])
  })

  test('is told the code and the words of an error, and of a refusal the words', async () => {
    const failing = serve(async () => {
      throw new CasementError('REMOTE', 'no such tool', { wire: { code: -32602 } })
    })
    failing.service.fromWidget(tool)
    const refusing = serve(async () => ({ isError: true, message: 'not allowed' }))
    refusing.service.fromWidget({ type: 'link', messageId: 'm', payload: { url: 'https://a' } })
    const failed = serve(async () => ({ isError: true, content: [] }))
    failed.service.fromWidget(tool)
    const last = ({ told }: { told: LegacyMessage[] }): unknown => told[1]?.payload
    await vi.waitFor(() => expect(last(failed)).toBeDefined())
    expect(last(failing)).toEqual({ messageId: 'm', error: { code: -32602, message: 'no such tool' } })
    expect(last(refusing)).toEqual({ messageId: 'm', error: { message: 'not allowed' } })
    expect(last(failed)).toEqual({ messageId: 'm', response: { isError: true, content: [] } })
  })

  test('is not answered when it gave no id, and always when it did (R-320)', async () => {
    const { service, told, notes } = serve(async () => ({}))
    service.fromWidget({ type: 'notify', payload: { message: 'a' } })
    service.fromWidget({ ...tool, messageId: undefined })
    expect(told).toEqual([])
    service.fromWidget({ type: 'notify', messageId: 'n', payload: { message: 'b' } })
    expect(told.map(({ type }) => type)).toEqual(['ui-message-received', 'ui-message-response'])
    expect(notes).toHaveLength(2)
  })

  test('is told its render data when it has loaded, when it is ready, when it asks and when they change (R-321)', () => {
    const { service, told, sized } = serve(async () => ({}), { renderData: { user: 'Ada' } })
    service.loaded()
    service.fromWidget({ type: 'ui-lifecycle-iframe-ready' })
    service.fromWidget({ type: 'ui-request-render-data', messageId: 'r' })
    service.fromHost('ui/notifications/tool-input', { arguments: { a: 1 } })
    service.fromHost('notifications/tools/list_changed', {})
    expect(told.map(({ messageId, payload }) => [messageId, payload])).toEqual([
      [undefined, { renderData: { user: 'Ada' } }],
      [undefined, { renderData: { user: 'Ada' } }],
      ['r', { renderData: { user: 'Ada' } }],
      [undefined, { renderData: { user: 'Ada', toolInput: { a: 1 } } }],
    ])
    expect(sized).not.toHaveBeenCalled()
    service.fromWidget({ type: 'ui-size-change', payload: { height: 3 } })
    expect(sized).toHaveBeenCalledOnce()
    const nothing = serve(async () => ({}))
    nothing.service.loaded()
    expect(nothing.told).toEqual([])
  })
})

describe('a question to a host of the past', () => {
  test('finds its answer by its id, wherever that stands, and fails with the words or after its time', async () => {
    const posted: LegacyMessage[] = []
    const requests = createLegacyRequests((message) => void posted.push(message), 20)
    const asked = [1, 2, 3, 4].map(() => requests.ask({ type: 'tool' }))
    const answer = (index: number, outcome: object, nested = false): boolean => {
      const { messageId } = posted[index] ?? {}
      return requests.receive({
        type: 'ui-message-response',
        payload: { ...outcome, ...(nested && { messageId }) },
        ...(!nested && { messageId }),
      })
    }
    expect(requests.receive({ type: 'ui-message-received', messageId: posted[0]?.messageId })).toBe(true)
    expect(requests.receive({ type: 'ui-lifecycle-iframe-render-data' })).toBe(false)
    answer(0, { response: 5 })
    answer(1, { response: 6 }, true)
    answer(2, { error: new Error('no such link') })
    answer(0, { response: 'again' })
    expect(await Promise.allSettled(asked)).toMatchObject([
      { value: 5 },
      { value: 6 },
      { reason: { message: 'no such link' } },
      { reason: { message: 'Timeout' } },
    ])
  })
})
