import { createGrowingTree, type GrowingTree } from './growing-tree.ts'

/** What may come next between two tokens, and how a fault calls it. */
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

/** Knows which token may follow which, and builds the tree from them. */
export interface JsonGrammar {
  readonly tree: GrowingTree
  /** True where a value may start. */
  readonly wantsValue: boolean
  /** True where a key may start. */
  readonly wantsKey: boolean
  /** True once the outermost value is whole. */
  readonly isOver: boolean
  /** What may come next, in words. */
  readonly expected: string
  /** Takes a key that was read to its end. */
  key(key: string): void
  /** Takes a string, number or word that was read to its end. */
  scalar(value: unknown): void
  /** Takes one character of punctuation. False when it cannot stand here. */
  punctuate(character: string): boolean
}

/** Starts at the beginning of a text. */
export function createJsonGrammar(): JsonGrammar {
  const tree = createGrowingTree()
  let expect: keyof typeof EXPECTED = 'value'

  const wantsValue = (): boolean => expect === 'value' || expect === 'first-item'

  const afterValue = (): void => {
    const { inside } = tree
    expect = inside === 'array' ? 'next-item' : inside === 'object' ? 'next-key' : 'end'
  }

  const open = (container: unknown[] | Record<string, unknown>, next: typeof expect): boolean => {
    if (!wantsValue()) return false
    tree.open(container)
    expect = next
    return true
  }

  const close = (first: typeof expect, next: typeof expect): boolean => {
    if (expect !== first && expect !== next) return false
    tree.close()
    afterValue()
    return true
  }

  const comma = (): boolean => {
    if (expect === 'next-item') {
      tree.nextItem()
      expect = 'value'
      return true
    }
    if (expect !== 'next-key') return false
    expect = 'key'
    return true
  }

  const colon = (): boolean => {
    if (expect !== 'colon') return false
    expect = 'value'
    return true
  }

  return {
    tree,
    get wantsValue() {
      return wantsValue()
    },
    get wantsKey() {
      return expect === 'key' || expect === 'first-key'
    },
    get isOver() {
      return expect === 'end'
    },
    get expected() {
      return EXPECTED[expect]
    },
    key(key) {
      tree.nameKey(key)
      expect = 'colon'
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
