import { connect, PortMessenger } from 'penpal'
import { offerPort, openFrames } from './frames.mjs'
import { offerMeasure } from './measure.mjs'

/** In the View. */
export async function runView() {
  const port = await offerPort()
  const { promise } = connect({ messenger: new PortMessenger({ port }) })
  const host = /** @type {{ echo: import('./measure.mjs').Trip }} */ (/** @type {unknown} */ (await promise))
  offerMeasure((rows) => host.echo(rows))
}

/** In the host. @param {string} relay */
export async function runHost(relay) {
  const port = await openFrames(relay)
  await connect({ messenger: new PortMessenger({ port }), methods: { echo: (/** @type {any} */ rows) => rows } }).promise
}
