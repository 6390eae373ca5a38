// The floor: as many frames on as many origins as our host has, with one line of script in each.
import { listenForArrivals, nextResult } from './arrivals.mjs'

/** The two pages. The id of the result is in the fragment, so that both can come from the browser's cache. */
export const FLOOR = {
  inner: `<!doctype html><title>View</title><body><script>
    top.postMessage({ has: Number(location.hash.slice(1)) }, '*')</script>`,
  /** @param {string} inner */
  outer: (inner) => `<!doctype html><title>Relay</title>
    <style>html, body, iframe { margin: 0; border: 0; width: 100%; height: 100%; display: block }</style><body><script>
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
    frame.src = ${JSON.stringify(inner)} + location.hash
    document.body.append(frame)</script>`,
}

/** Publishes `host`. @param {string} outer */
export function runHost(outer) {
  listenForArrivals()
  const mount = (/** @type {any} */ result) => {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
    frame.style.cssText = 'display: block; border: 0; width: 100%; height: 160px'
    frame.src = `${outer}#${result.structuredContent.id}`
    document.body.append(frame)
    return { close: async () => frame.remove() }
  }
  Object.assign(window, { host: { nextResult, fresh: () => mount } })
}
