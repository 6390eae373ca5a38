import { readDraft, writeDraft } from '../drafts.ts'
import { createStore, type Store } from '../store.ts'

/** The state of the composer between two calls. */
export interface ComposerState {
  /** Whether the user calls tools or chats with a model. */
  readonly mode: 'play' | 'talk'
  readonly tool: { readonly server: string; readonly name: string } | undefined
  /** Whether the arguments show. They make room for the View once they are sent. */
  readonly isOpen: boolean
  /** The editor for the arguments. */
  readonly editor: 'form' | 'json'
  readonly delivery: 'instant' | 'stream'
  /** Characters a second. */
  readonly speed: number
  /** Arguments that were typed, by server and tool. */
  readonly drafts: ReadonlyMap<string, Record<string, unknown>>
  /** Counts replacements of the arguments from outside, which reset the editors. */
  readonly filled: number
}

const EMPTY: ComposerState = {
  mode: 'play',
  tool: undefined,
  isOpen: true,
  editor: 'form',
  delivery: 'instant',
  speed: 120,
  drafts: new Map(),
  filled: 0,
}

type Kept = Omit<ComposerState, 'drafts' | 'filled'> & { readonly drafts: [string, Record<string, unknown>][] }

/** The composer state from before the reload, or an empty one. */
export function createComposerState(): Store<ComposerState> {
  const kept = readDraft('composer') as Kept | undefined
  const composer = createStore<ComposerState>(kept ? { ...EMPTY, ...kept, drafts: new Map(kept.drafts) } : EMPTY)
  composer.subscribe(() => {
    const { filled: _filled, drafts, ...rest } = composer.get()
    writeDraft('composer', { ...rest, drafts: [...drafts] } satisfies Kept)
  })
  return composer
}

/** The key of the draft of a tool. */
export const draftKey = (server: string, tool: string): string => JSON.stringify([server, tool])
