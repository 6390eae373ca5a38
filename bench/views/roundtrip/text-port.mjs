// Written by hand, nothing but what must be: JSON text over a MessagePort straight between View and host. The floor.
import { acceptPort, offerPort } from './port.mjs'
import { offerMeasure } from './measure.mjs'

/** In the View. */
export async function runView() {
  const port = await offerPort()
  let nextId = 1
  /** @type {Map<number, (rows: any) => void>} */
  const waiting = new Map()
  port.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(data)
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  port.start()
  offerMeasure(
    (rows) =>
      new Promise((resolve) => {
        const id = nextId++
        waiting.set(id, resolve)
        port.postMessage(JSON.stringify({ id, params: rows }))
      }),
  )
}

/** In the host. @param {Window} inside */
export async function runHost(inside) {
  const port = await acceptPort(inside)
  port.addEventListener('message', ({ data }) => {
    const { id, params } = JSON.parse(data)
    port.postMessage(JSON.stringify({ id, result: params }))
  })
  port.start()
}
