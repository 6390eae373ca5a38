// The floor: JSON text over a MessagePort between View and host, with nothing else around it.
import { offerPort, openFrames } from './frames.mjs'
import { offerMeasure } from './measure.mjs'

/** In the View. */
export async function runView() {
  const port = await offerPort()
  let nextId = 1
  /** @type {Map<number, (rows: any) => void>} */
  const pending = new Map()
  port.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(data)
    pending.get(id)?.(result)
    pending.delete(id)
  })
  port.start()
  offerMeasure(
    (rows) =>
      new Promise((resolve) => {
        const id = nextId++
        pending.set(id, resolve)
        port.postMessage(JSON.stringify({ id, params: rows }))
      }),
  )
}

/** In the host. @param {string} relay */
export async function runHost(relay) {
  const port = await openFrames(relay)
  port.addEventListener('message', ({ data }) => {
    const { id, params } = JSON.parse(data)
    port.postMessage(JSON.stringify({ id, result: params }))
  })
  port.start()
}
