// Runs in the page: two peers of the built library talk to each other, and the page shows what was said.
import { CasementError } from '../packages/casement/dist/protocol/errors.js'
import { createPeer } from '../packages/casement/dist/protocol/peer.js'
import { portChannel } from '../packages/casement/dist/protocol/port-channel.js'

const CALLS = 1000

/** @typedef {import('../packages/casement/dist/protocol/method-types.js').Call<{ by: string }, { hello: string }>} Greeting */

/** @param {string} line */
function show(line) {
  const item = document.createElement('li')
  item.textContent = line
  document.querySelector('#said')?.append(item)
}

async function talk() {
  const { port1, port2 } = new MessageChannel()
  /** @type {import('../packages/casement/dist/protocol/peer.js').Peer<{ greet: Greeting, refuse: Greeting }, {}>} */
  const view = createPeer(portChannel(port1))
  /** @type {import('../packages/casement/dist/protocol/peer.js').Peer<{}, { greet: Greeting, refuse: Greeting }>} */
  const host = createPeer(portChannel(port2))
  host.handle('greet', ({ by }) => ({ hello: by }))
  host.handle('refuse', () => {
    throw new CasementError('DENIED', 'not today', { wire: { code: -32000 } })
  })

  const { hello } = await view.request('greet', { by: 'a View' })
  show(`greet → hello, ${hello}`)
  const failure = await view.request('refuse', { by: 'a View' }).catch((/** @type {unknown} */ error) => error)
  if (CasementError.is(failure)) show(`refuse → ${failure.code}: ${failure.message}`)

  const start = performance.now()
  await Promise.all(Array.from({ length: CALLS }, () => view.request('greet', { by: 'a View' })))
  show(`${CALLS} requests answered in ${(performance.now() - start).toFixed(0)} ms`)
  view.close()
  host.close()
}

talk().catch((/** @type {unknown} */ error) => show(`failed: ${String(error)}`))
