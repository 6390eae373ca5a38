import { expose, wrap } from 'comlink'
import { acceptPort, offerPort } from './port.mjs'
import { offerMeasure } from './measure.mjs'

/** In the View. */
export async function runView() {
  const host = /** @type {import('comlink').Remote<{ echo: import('./measure.mjs').Trip }>} */ (wrap(await offerPort()))
  offerMeasure((rows) => host.echo(rows))
}

/** In the host. @param {Window} inside */
export async function runHost(inside) {
  expose({ echo: (/** @type {any} */ rows) => rows }, await acceptPort(inside))
}
