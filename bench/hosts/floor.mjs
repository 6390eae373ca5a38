// The floor: as many frames on as many origins as our host has, with nothing in them but what tells that they are there.
import { hearArrivals, nextResult } from './arrivals.mjs'

/** The two pages. The number of the result travels in the address, so that both come from the browser's cache. */
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

/** @param {string} outer @param {any} result */
function mount(outer, result) {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  frame.style.cssText = 'display: block; border: 0; width: 100%; height: 160px'
  const ready = new Promise((resolve) => frame.addEventListener('load', resolve))
  frame.src = `${outer}#${result?.structuredContent.id ?? 0}`
  document.body.append(frame)
  return { ready, close: async () => frame.remove() }
}

/** Publishes `host`. @param {string} outer */
export function runHost(outer) {
  hearArrivals()
  const show = (/** @type {any} */ result) => mount(outer, result)
  Object.assign(window, { host: { nextResult, settled: async () => {}, fresh: () => show, again: show } })
}
