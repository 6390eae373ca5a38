import { createGrowingTree, type GrowingTree } from './growing-tree.ts'

/** The states of the grammar between two tokens, with the description of the next token. */
const EXPECTED = {
  value: 'a value',
  'first-item': 'a value or "]"',
  'first-key': 'a key in double quotes or "}"',
  key: 'a key in double quotes',
  colon: '":"',
  'next-item': '"," or "]"',
  'next-key': '"," or "}"',
  end: 'the end of the text',
} as const

/** The grammar of JSON above the tokens. It builds the value from them. */
export interface JsonGrammar {
  readonly tree: GrowingTree
  /** True if a value can start here. */
  readonly allowsValue: boolean
  /** True if a key can start here. */
  readonly allowsKey: boolean
  /** True once the outermost value is complete. */
  readonly isOver: boolean
  /** A description of the next token. */
  readonly expected: string
  /** Adds a complete key. */
  key(key: string): void
  /** Adds a complete string, number or literal. */
  scalar(value: unknown): void
  /** Handles a punctuation character. False if it is not allowed here. */
  punctuate(character: string): boolean
}

/** Creates the grammar at the start of a text. It is longer than a screen, because all transitions share one state variable. */
export function createJsonGrammar(): JsonGrammar {
  const tree = createGrowingTree()
  let state: keyof typeof EXPECTED = 'value'

  const allowsValue = (): boolean => state === 'value' || state === 'first-item'

  const afterValue = (): void => {
    const { inside } = tree
    state = inside === 'array' ? 'next-item' : inside === 'object' ? 'next-key' : 'end'
  }

  const open = (container: unknown[] | Record<string, unknown>, next: typeof state): boolean => {
    if (!allowsValue()) return false
    tree.open(container)
    state = next
    return true
  }

  const close = (first: typeof state, next: typeof state): boolean => {
    if (state !== first && state !== next) return false
    tree.close()
    afterValue()
    return true
  }

  const comma = (): boolean => {
    if (state === 'next-item') {
      tree.nextItem()
      state = 'value'
      return true
    }
    if (state !== 'next-key') return false
    state = 'key'
    return true
  }

  const colon = (): boolean => {
    if (state !== 'colon') return false
    state = 'value'
    return true
  }

  return {
    tree,
    get allowsValue() {
      return allowsValue()
    },
    get allowsKey() {
      return state === 'key' || state === 'first-key'
    },
    get isOver() {
      return state === 'end'
    },
    get expected() {
      return EXPECTED[state]
    },
    key(key) {
      tree.setKey(key)
      state = 'colon'
    },
    scalar(value) {
      tree.put(value)
      afterValue()
    },
    punctuate(character) {
      switch (character) {
        case ',':
          return comma()
        case ':':
          return colon()
        case '{':
          return open({}, 'first-key')
        case '}':
          return close('first-key', 'next-key')
        case '[':
          return open([], 'first-item')
        case ']':
          return close('first-item', 'next-item')
        default:
          return false
      }
    },
  }
}
