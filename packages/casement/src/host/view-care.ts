import { h } from './display/dom.ts'

export { guardFocus } from './focus-guard.ts'
export { createModes } from './display/modes.ts'
export { lookAfter } from './look-after.ts'
export { createSizeDamper } from './size-damper.ts'
export { spares } from './spare.ts'

const LONGEST = 2000
// Not as attributes, and not as an element: a page's content security policy may forbid those.
const FROZEN =
  'position:absolute;inset:0;overflow:hidden;padding:12px;font-size:13px;white-space:pre-wrap;overflow-wrap:anywhere;cursor:pointer;background:Canvas'
const UNSEEN = 'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap'

/** What stands for a View that sleeps. A click or a key wakes it. */
export function placeholder(shown: Node | string, wake: () => void): HTMLElement {
  const name = h('span', { class: 'unseen' }, 'Show the view again: ')
  const content = typeof shown === 'string' ? shown.slice(0, LONGEST) : shown
  const cover = h('div', { class: 'frozen', role: 'button', tabindex: '0' }, name, content)
  cover.style.cssText = FROZEN
  name.style.cssText = UNSEEN
  cover.addEventListener('click', wake)
  cover.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    // The space bar would also scroll.
    event.preventDefault()
    wake()
  })
  return cover
}
