import type { Mutation } from './mutation.ts'
import { onWire } from './wire.ts'

const TEARDOWN = 'ui/resource-teardown'

/** Hosts that close Views wrongly. */
export const farewellMutations: Readonly<Record<string, Mutation>> = {
  'no-teardown': onWire(() => ({
    toView(message, pass, _, answer) {
      if (message.method === TEARDOWN) answer({ jsonrpc: '2.0', id: message.id, result: {} })
      else pass(message)
    },
  })),
  'teardown-without-params': onWire(() => ({
    toView({ params, ...message }, pass) {
      pass(message.method === TEARDOWN ? message : { ...message, ...(params && { params }) })
    },
  })),
  'teardown-without-waiting': onWire(() => ({
    toView(message, pass, { element }) {
      pass(message)
      if (message.method === TEARDOWN) element().remove()
    },
  })),
  'teardown-stays': { driver: (driver) => ({ ...driver, resetEnvironment: () => new Promise(() => {}) }) },
  'teardown-needs-consent': onWire(() => ({
    fromView(message, pass) {
      if (!message.error) pass(message)
    },
  })),
  'teardown-waits-forever': {
    options: (options) => ({ ...options, bridge: { ...options.bridge, teardownTimeout: 3_600_000 } }),
  },
  'closes-without-asking': onWire(() => ({
    fromView(message, pass, { element }) {
      if (message.method === 'ui/notifications/request-teardown') element().remove()
      else pass(message)
    },
  })),
}
