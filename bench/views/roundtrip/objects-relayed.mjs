// Written by hand: objects through the relay.
import { offerMeasure } from './measure.mjs'

/** In the View. */
export function runView() {
  let nextId = 1
  /** @type {Map<number, (rows: any) => void>} */
  const waiting = new Map()
  window.addEventListener('message', (event) => {
    // The origin first: Chromium then reads a large message much faster.
    if (!event.origin || event.source !== window.parent) return
    const { id, result } = event.data
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  offerMeasure(
    (rows) =>
      new Promise((resolve) => {
        const id = nextId++
        waiting.set(id, resolve)
        window.parent.postMessage({ id, params: rows }, /* opaque: a View does not know who shows it */ '*')
      }),
  )
}

/** In the host. @param {Window} inside @param {string} origin */
export function runHost(inside, origin) {
  addEventListener('message', (event) => {
    if (event.source !== inside || event.origin !== origin) return
    const { id, params } = event.data
    inside.postMessage({ id, result: params }, origin)
  })
}
