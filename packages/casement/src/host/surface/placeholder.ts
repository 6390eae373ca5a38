import type { CallToolResult } from '../../protocol/schemas/index.ts'
import { h } from './dom.ts'
import { titleOf, type MountOptions } from '../mount/options.ts'

const MAX_TEXT_LENGTH = 2000
// Set through the CSSOM, because a page's content security policy can forbid style attributes and elements.
const FROZEN =
  'position:absolute;inset:0;overflow:hidden;padding:12px;font-size:13px;white-space:pre-wrap;overflow-wrap:anywhere;cursor:pointer;background:Canvas'
const VISUALLY_HIDDEN = 'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap'

/** The placeholder of a frozen View: the host's, else the text of the tool's result. A click, Enter or Space thaws the View. */
export function placeholder(options: MountOptions, result: CallToolResult | undefined, thaw: () => void): HTMLElement {
  const title = titleOf(options)
  const text = textOf(result)
  const shown = options.placeholder?.({ title, text }) ?? (text || title)
  const label = h('span', { class: 'unseen' }, 'Show the view again: ')
  const content = typeof shown === 'string' ? shown.slice(0, MAX_TEXT_LENGTH) : shown
  const cover = h('div', { class: 'frozen', role: 'button', tabindex: '0' }, label, content)
  cover.style.cssText = FROZEN
  label.style.cssText = VISUALLY_HIDDEN
  cover.addEventListener('click', thaw)
  cover.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault() // Space would also scroll the page.
    thaw()
  })
  return cover
}

/** The text content of a tool's result. */
export const textOf = (result: CallToolResult | undefined): string =>
  (result?.content ?? []).flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
