import type { Mutation } from './mutation.ts'
import { answering, deaf, type Message, mute, onWire, saying } from './wire.ts'

const SIZE = 'ui/notifications/size-changed'
const CHANGED = 'ui/notifications/host-context-changed'
const MODE = 'ui/request-display-mode'
const asksFor =
  (mode: string) =>
  ({ method, params }: Message): boolean =>
    method === MODE && params?.['mode'] === mode
const granting = (mode: string): Mutation => answering(asksFor(mode), ({ id }) => ({ jsonrpc: '2.0', id, result: { mode } }))

/** Hosts with wrong container dimensions. */
export const roomMutations: Readonly<Record<string, Mutation>> = {
  'deaf-to-size': deaf(({ method }) => method === SIZE),
  'wants-both-sizes': deaf(({ method, params }) => method === SIZE && params?.['width'] === undefined),
  'stumbles-over-size': onWire(() => {
    let hasFallen = false
    return {
      fromView(message, pass) {
        hasFallen ||= message.method === SIZE && Number(message.params?.['height']) < 0
        if (!hasFallen || message.method !== SIZE) pass(message)
      },
    }
  }),
  'keeps-context-changes': mute(CHANGED),
  'odd-context-change': saying(CHANGED, (params) => ({ ...params, theme: 'system' })),
  'mode-without-answer': answering(MODE, ({ id }) => ({ jsonrpc: '2.0', id, result: {} })),
  'keeps-mode-changes': onWire(() => ({
    toView(message, pass) {
      if (message.method !== CHANGED || message.params?.['displayMode'] === undefined) pass(message)
    },
  })),
  'promises-any-mode': granting('pip'),
  'any-word-is-a-mode': granting('sideways'),
  'switches-anyway': onWire(() => ({
    fromView(message, pass, _, answer) {
      pass(message)
      if (message.method === MODE) answer({ jsonrpc: '2.0', method: CHANGED, params: { displayMode: 'fullscreen' } })
    },
  })),
  'grants-undeclared-mode': granting('fullscreen'),
}
