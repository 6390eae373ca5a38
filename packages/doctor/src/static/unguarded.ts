/** What a pattern finds outside of every `try`; undefined when it finds nothing there. In a bundle a `try` anywhere counts. */
export function findUnguarded(script: string, pattern: RegExp): string | undefined {
  const matches = [...script.matchAll(new RegExp(pattern, 'g'))]
  if (matches.length === 0) return undefined
  if (!/\btry\b/.test(script)) return matches[0]?.[0]
  if (script.length > LONGEST_BY_HAND) return undefined
  const blocks = blocksOf(script)
  // What is inside of a function may be called from a `try`.
  return matches.find(({ index }) => !blocks.some(({ from, to }) => from < index && index < to))?.[0]
}

/** Beyond this it is a bundle, which is one function as a whole. */
const LONGEST_BY_HAND = 40_000

interface Block {
  readonly from: number
  readonly to: number
}

const TOKEN = /\/\/.*|\/\*[^]*?\*\/|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|`(?:\\[^]|[^`\\])*`|(try|=>|\))?\s*\{|\}/g

/** The bodies of functions and of `try`, as far as braces outside of texts and comments tell. */
function blocksOf(script: string): Block[] {
  const blocks: Block[] = []
  const open: (number | undefined)[] = []
  for (const { 0: token, 1: before, index } of script.matchAll(TOKEN)) {
    if (token === '}') {
      const from = open.pop()
      if (from !== undefined) blocks.push({ from, to: index })
    } else if (token.endsWith('{')) {
      const isCondition = before === ')' && CONDITION.test(script.slice(Math.max(0, index - LONGEST_CONDITION), index))
      open.push(before !== undefined && !isCondition ? index : undefined)
    }
  }
  // What was never closed reaches to the end.
  return [...blocks, ...open.flatMap((from) => (from === undefined ? [] : [{ from, to: script.length }]))]
}

const LONGEST_CONDITION = 300
const CONDITION = /(?<![\w$.])(?:if|for|while|switch|catch|with)\s*\([^()]*(?:\([^()]*\)[^()]*)*$/
