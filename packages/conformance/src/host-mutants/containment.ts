import type { SandboxProvider } from 'casement/host'
import type { Mutation } from './mutation.ts'

type Ticket = Awaited<ReturnType<SandboxProvider['open']>>

/** Changes the description of a View before it is framed. */
const minting = (flaw: string, change: (ticket: Ticket, html: string) => Ticket): Mutation => ({
  flaw,
  options: (options) => ({
    ...options,
    pool: false,
    sandbox: { open: async (resource) => change(await options.sandbox.open(resource), resource.html) },
  }),
})

/** The code that checks the origin reads it first, and gets another value than later readers. */
function onOwnOrigin(ticket: Ticket): Ticket {
  let reads = 0
  const proxyUrl = `${location.origin}/proxy${new URL(ticket.proxyUrl).search}`
  return Object.defineProperty({ ...ticket, proxyUrl }, 'proxyOrigin', {
    get: () => (reads++ === 0 ? 'http://elsewhere.localhost' : location.origin),
  })
}

const framesIn = (root: ParentNode): HTMLIFrameElement[] =>
  [...root.querySelectorAll('*')].flatMap((each) =>
    each instanceof HTMLIFrameElement ? [each] : each.shadowRoot ? framesIn(each.shadowRoot) : [],
  )

/** Hosts with insecure frames. */
export const containmentMutations: Readonly<Record<string, Mutation>> = {
  'inner-without-sandbox': { flaw: 'inner-without-sandbox' },
  'without-proxy': { flaw: 'is-the-view' },
  'proxy-on-own-origin': minting('none', onOwnOrigin),
  'proxy-without-scripts': {
    driver: (driver) => ({
      ...driver,
      async displayTestApp(app) {
        await driver.displayTestApp(app)
        for (const frame of framesIn(document)) frame.setAttribute('sandbox', 'allow-same-origin')
      },
    }),
  },
  'inner-downloads': { flaw: 'inner-downloads' },
  'silent-proxy': {
    flaw: 'silent',
    page() {
      addEventListener('message', ({ data, source, origin }) => {
        if (data === 'proxy-is-there')
          dispatchEvent(
            new MessageEvent('message', {
              data: { jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} },
              source,
              origin,
            }),
          )
      })
    },
  },
  'resource-by-another-way': minting('none', (ticket, html) => ({
    ...ticket,
    effective: { ...ticket.effective, html: { text: html } } as Ticket['effective'],
  })),
  'relays-reserved': { flaw: 'relays-reserved' },
  'relays-reserved-up': { flaw: 'relays-reserved-up' },
  'proxy-asks-itself': { flaw: 'asks-itself' },
}
