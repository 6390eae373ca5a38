import { make } from '../shared/page.ts'

const INLINE = /\*\*(?<strong>[^*]+)\*\*|\*(?<em>[^*\s][^*]*)\*|`(?<code>[^`]+)`/g
const TAGS = ['strong', 'em', 'code'] as const

/** The part of Markdown that a short text needs, as elements. Text from a model never becomes markup. */
export function renderMarkdown(text: string): HTMLElement[] {
  return text
    .split(/\n{2,}|\n(?=#{1,3} )|(?<=^#{1,3} [^\n]*)\n/m)
    .map((block) => block.trim())
    .filter(Boolean)
    .map(renderBlock)
}

function renderBlock(block: string): HTMLElement {
  const heading = /^(#{1,3}) +(.*)$/s.exec(block)
  if (heading) return make(heading[1] === '###' ? 'h3' : 'h2', {}, ...renderInline(heading[2] ?? ''))
  const lines = block.split('\n')
  if (lines.every((line) => /^[-*] /.test(line))) return list('ul', lines)
  if (lines.every((line) => /^\d+[.)] /.test(line))) return list('ol', lines)
  if (lines.every((line) => line.startsWith('>'))) {
    const said = lines.map((line) => line.replace(/^> ?/, '')).join(' ')
    return make('blockquote', {}, ...renderInline(said))
  }
  return make('p', {}, ...renderInline(block.replaceAll('\n', ' ')))
}

const list = (tag: 'ul' | 'ol', lines: readonly string[]): HTMLElement =>
  make(tag, {}, ...lines.map((line) => make('li', {}, ...renderInline(line.replace(/^([-*]|\d+[.)]) /, '')))))

function renderInline(text: string): (Node | string)[] {
  const parts: (Node | string)[] = []
  let at = 0
  for (const match of text.matchAll(INLINE)) {
    const tag = TAGS.find((name) => match.groups?.[name] !== undefined) ?? 'em'
    parts.push(text.slice(at, match.index), make(tag, {}, match.groups?.[tag] ?? ''))
    at = match.index + match[0].length
  }
  return [...parts, text.slice(at)]
}
