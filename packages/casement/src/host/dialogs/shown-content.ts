import { isRecord } from '../../protocol/rpc/message.ts'
import { h, type Child } from '../surface/dom.ts'
import { showHidden } from '../surface/untrusted-text.ts'

// Long text is laid out in parts, and only those that are in view.
const PART_LENGTH = 20_000
// From here on the text is likely to be longer than its box, so its length is stated.
const LONG_TEXT_LENGTH = 1000

/** The whole text of an app, in a box that scrolls and that the keyboard reaches. Nothing is left out, and nothing is hidden. */
export function shownText(text: string, label: string): Child[] {
  const parts = splitText(showHidden(text))
  const box = h('pre', { tabindex: '0', role: 'group', 'aria-label': label }, ...boxContent(parts))
  const length = text.length > LONG_TEXT_LENGTH && `${text.length.toLocaleString('en')} characters. Scroll to read all of them.`
  return [box, length && h('p', { class: 'size' }, length)]
}

/** A value as JSON, in whole. */
export const shownJson = (value: unknown, label: string): Child[] => shownText(JSON.stringify(value, null, 2) ?? '', label)

/** Content blocks: plain text as text, and everything else with all of its fields. */
export function shownBlocks(content: unknown): Child[] {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
  return blocks.flatMap((block) => {
    const text = plainText(block)
    return text === undefined ? under(kindOf(block), shownJson(block, 'Content')) : shownText(text, 'Text')
  })
}

/** Content below a line with its kind. */
export const under = (line: Child, content: readonly Child[]): Child[] => [h('p', {}, line), ...content]

/** The fields of params that the rest of a dialog does not show. */
export function shownRest(params: unknown, shown: readonly string[]): Child[] {
  const rest = isRecord(params) ? Object.entries(params).filter(([key]) => !shown.includes(key)) : []
  return rest.length === 0 ? [] : under('Sent with it:', shownJson(Object.fromEntries(rest), 'Further fields'))
}

/** The text of a block that has nothing but its text. */
function plainText(block: unknown): string | undefined {
  if (!isRecord(block) || block['type'] !== 'text' || Object.keys(block).length > 2) return undefined
  return typeof block['text'] === 'string' ? block['text'] : undefined
}

const KINDS: Readonly<Record<string, string>> = {
  text: 'Text with further fields:',
  image: 'An image:',
  audio: 'A sound:',
  resource: 'An embedded resource:',
  resource_link: 'A link to a resource:',
}

const kindOf = (block: unknown): string => (isRecord(block) && KINDS[String(block['type'])]) || 'Other content:'

const boxContent = (parts: readonly string[]): Child[] =>
  parts.length < 2 ? [...parts] : parts.map((part) => h('span', {}, part))

/** Splits after line breaks where there are any, so that the parts look like the whole. */
function splitText(text: string): string[] {
  const parts: string[] = []
  for (let start = 0; start < text.length;) {
    const lineEnd = text.lastIndexOf('\n', start + PART_LENGTH)
    const end = lineEnd > start ? lineEnd + 1 : start + PART_LENGTH
    parts.push(text.slice(start, end))
    start = end
  }
  return parts
}
