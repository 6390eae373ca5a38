import { connect, PortMessenger } from 'penpal'
import { acceptPort, offerPort } from './port.mjs'
import { offerMeasure } from './measure.mjs'

/** In the View. */
export async function runView() {
  const port = await offerPort()
  const { promise } = connect({ messenger: new PortMessenger({ port }) })
  const host = /** @type {{ echo: import('./measure.mjs').Trip }} */ (/** @type {unknown} */ (await promise))
  offerMeasure((rows) => host.echo(rows))
}

/** In the host. @param {Window} inside */
export async function runHost(inside) {
  const port = await acceptPort(inside)
  await connect({ messenger: new PortMessenger({ port }), methods: { echo: (/** @type {any} */ rows) => rows } }).promise
}
