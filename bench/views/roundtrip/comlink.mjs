import { expose, wrap } from 'comlink'
import { offerPort, openFrames } from './frames.mjs'
import { offerMeasure } from './measure.mjs'

/** In the View. */
export async function runView() {
  const host = /** @type {import('comlink').Remote<{ echo: import('./measure.mjs').Trip }>} */ (wrap(await offerPort()))
  offerMeasure((rows) => host.echo(rows))
}

/** In the host. @param {string} relay */
export async function runHost(relay) {
  expose({ echo: (/** @type {any} */ rows) => rows }, await openFrames(relay))
}
