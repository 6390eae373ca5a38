import { expect, test } from 'vitest'
import { handClock } from '../../../../../test/hand-clock.ts'
import type { Channel, Receive } from '../../protocol/channel/channel.ts'
import { createSession } from './session.ts'

test.each([
  [{ jsonrpc: '2.0' }],
  [{ jsonrpc: '2.0', method: 7 }],
  [{ jsonrpc: '2.0', method: {}, params: null }],
  [{ jsonrpc: '2.0', id: 'never-asked', error: null }],
  [{ jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: null }],
  [['ping']],
  [null],
])('R-102 R-107: %j does no harm', (message) => {
  let receive: Receive = () => {}
  const channel: Channel = {
    closed: new AbortController().signal,
    post: () => {},
    close: () => {},
    listen(given) {
      receive = given
      return () => {}
    },
  }
  const errors: unknown[] = []
  const about = { appInfo: { name: 'view', version: '1' }, appCapabilities: {}, runtime: handClock() }
  const session = createSession(channel, about)
  session.join({
    ontraffic: () => {},
    onrequest: () => undefined,
    onsnapshot: () => {},
    onerror: (error) => errors.push(error),
  })
  session.connect().catch(() => {})
  expect(() => receive(message)).not.toThrow()
  expect(errors).toEqual([])
  expect(session.snapshot).toMatchObject({ status: 'connecting' })
})
