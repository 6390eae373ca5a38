import { h } from './display/dom.ts'

export { blankView } from './blank-view.ts'
export { joinLiveSet } from './join-live-set.ts'
export { createFramePool } from './pool.ts'
export { watchView } from './watchdog.ts'

const LONGEST = 2000

/** What stands for a View that sleeps. A click or a key wakes it. */
export function placeholder(shown: Node | string, wake: () => void): HTMLElement {
  const name = h('span', { class: 'unseen' }, 'Show the view again: ')
  const content = typeof shown === 'string' ? shown.slice(0, LONGEST) : shown
  const cover = h('div', { class: 'frozen', role: 'button', tabindex: '0' }, name, content)
  cover.addEventListener('click', wake)
  cover.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    // The space bar would also scroll.
    event.preventDefault()
    wake()
  })
  return cover
}
