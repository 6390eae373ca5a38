import type { CallToolResult } from '../../protocol/schemas/index.ts'
import { h } from './dom.ts'
import { titleOf, type MountOptions } from '../mount/options.ts'

const LONGEST = 2000
// Not as attributes, and not as an element: a page's content security policy may forbid those.
const FROZEN =
  'position:absolute;inset:0;overflow:hidden;padding:12px;font-size:13px;white-space:pre-wrap;overflow-wrap:anywhere;cursor:pointer;background:Canvas'
const UNSEEN = 'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap'

/** What stands for a View that sleeps: what the host has for it, else what the tool said to the model. A click or a key wakes it. */
export function placeholder(options: MountOptions, result: CallToolResult | undefined, wake: () => void): HTMLElement {
  const title = titleOf(options)
  const text = textOf(result)
  const shown = options.placeholder?.({ title, text }) ?? (text || title)
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

/** What a tool said to the model. */
export const textOf = (result: CallToolResult | undefined): string =>
  (result?.content ?? []).flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
