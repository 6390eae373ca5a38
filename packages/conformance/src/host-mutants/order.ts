import type { Mutation } from './mutation.ts'
import { deaf, mute, onWire, saying } from './wire.ts'

const PARTIAL = 'ui/notifications/tool-input-partial'
const INPUT = 'ui/notifications/tool-input'
const CANCELLED = 'ui/notifications/tool-cancelled'
const note = (method: string, params: object = {}): object => ({ jsonrpc: '2.0', method, params })
const asksVersion = (version: string): Mutation =>
  onWire(() => ({
    fromView(message, pass, _, answer) {
      if (message.method !== 'ui/initialize' || message.params?.['protocolVersion'] !== version) pass(message)
      else answer({ jsonrpc: '2.0', id: message.id, error: { code: -32602, message: 'unsupported version' } })
    },
  }))

/** Hosts that send messages in the wrong order. */
export const orderMutations: Readonly<Record<string, Mutation>> = {
  'speaks-too-early': onWire(() => ({
    fromView(message, pass, _, answer) {
      pass(message)
      if (message.method === 'ui/initialize') answer(note('ui/notifications/host-context-changed', { theme: 'dark' }))
    },
  })),
  'gives-up-on-late-views': deaf(({ method }) => method === 'ui/notifications/initialized'),
  'one-handshake-only': onWire(() => {
    let isDone = false
    return {
      fromView(message, pass, _, answer) {
        if (message.method !== 'ui/initialize' || !isDone) pass(message)
        else answer({ jsonrpc: '2.0', id: message.id, error: { code: -32600, message: 'again?' } })
        isDone ||= message.method === 'ui/initialize'
      },
    }
  }),
  'refuses-unknown-version': asksVersion('2099-01-01'),
  'refuses-first-draft': asksVersion('2025-11-21'),
  'partial-as-text': saying(PARTIAL, ({ arguments: given }) => ({ arguments: JSON.stringify(given) })),
  'partial-after-input': onWire(() => ({
    toView(message, pass) {
      pass(message)
      if (message.method === INPUT) pass(note(PARTIAL, { arguments: {} }))
    },
  })),
  'stream-without-input': mute(INPUT),
  'stops-silently': mute(CANCELLED),
  'cancelled-without-params': onWire(() => ({
    toView: (message, pass) => pass(message.method === CANCELLED ? { jsonrpc: '2.0', method: CANCELLED } : message),
  })),
  'result-after-stop': onWire(() => ({
    toView(message, pass) {
      pass(message)
      if (message.method === CANCELLED) pass(note('ui/notifications/tool-result', { content: [] }))
    },
  })),
}
