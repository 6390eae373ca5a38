import { createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { createWireLog, type WireLog } from '../wire/wire-log.ts'
import { EntryList } from './entry-list.tsx'
import { createRowIndex } from './row-index.ts'

const MANY = 100_000
const FEW = 500
let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
})

function logOf(count: number): WireLog {
  const log = createWireLog()
  for (let n = 0; n < count; n++) {
    const request = { jsonrpc: '2.0', id: n, method: 'tools/call', params: { name: `tool-${n}` } }
    const message = n % 2 === 0 ? request : { jsonrpc: '2.0', id: n - 1, result: {} }
    log.append({ at: n, view: 'v', hop: 'view-host', direction: n % 2 === 0 ? 'from-view' : 'to-view', message, bytes: 100 })
  }
  return log
}

/** Shows so many messages, scrolls to sixty places, and says how many messages were looked at for all of them. */
async function scrollThrough(count: number): Promise<number> {
  const place = document.createElement('div')
  const style = document.createElement('style')
  style.textContent =
    '.wire-list, .wire-scroller { height: 600px; overflow: auto } .wire-row { position: absolute; height: 26px }'
  document.body.append(style, place)
  const kept = logOf(count)
  let looks = 0
  const log: WireLog = {
    ...kept,
    get(seq) {
      looks++
      return kept.get(seq)
    },
  }
  const made = createRoot(place)
  root = made
  const rows = createRowIndex(kept)
  made.render(
    createElement(EntryList, { log, rows, selected: undefined, marked: undefined, onSelect: () => {}, onMark: () => {} }),
  )
  await expect.poll(() => place.querySelector(`#entry-${count - 1}`)).not.toBeNull()
  const scroller = place.querySelector<HTMLElement>('.wire-scroller')
  if (!scroller) throw new Error('there is no list')
  expect(Math.round(scroller.scrollHeight / 26)).toBe(count)

  looks = 0
  for (let step = 0; step < 60; step++) {
    scroller.scrollTop = ((step * 7919) % count) * 26
    scroller.dispatchEvent(new Event('scroll'))
    await frame()
    expect(place.querySelectorAll('.wire-row').length).toBeLessThan(80)
  }
  made.unmount()
  place.remove()
  return looks
}

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))

test('a hundred thousand messages: few elements, the newest in sight, and scrolling looks at no more than in a short list', async () => {
  const few = await scrollThrough(FEW)
  const many = await scrollThrough(MANY)
  expect(few).toBeGreaterThan(60)
  // How often it is drawn depends on the machine, and how much is looked at for each drawing must not depend on the list.
  expect(many).toBeLessThan(MANY / 5)
})
