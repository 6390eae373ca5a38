import { createStore, type Store } from '../store.ts'

/** What the composer holds between two calls. */
export interface ComposerState {
  /** Whether the person plays the model or talks to one. */
  readonly mode: 'play' | 'talk'
  readonly tool: { readonly server: string; readonly name: string } | undefined
  /** Whether the arguments show. They make room for the View once they are sent. */
  readonly isOpen: boolean
  /** How the arguments are typed. */
  readonly editor: 'form' | 'json'
  readonly delivery: 'instant' | 'stream'
  /** Characters a second. */
  readonly speed: number
  /** Arguments that were typed, by server and tool. */
  readonly drafts: ReadonlyMap<string, Record<string, unknown>>
  /** How often arguments were put in from elsewhere: the editors begin anew with them. */
  readonly filled: number
}

/** An empty composer. */
export const createComposerState = (): Store<ComposerState> =>
  createStore<ComposerState>({
    mode: 'play',
    tool: undefined,
    isOpen: true,
    editor: 'form',
    delivery: 'instant',
    speed: 120,
    drafts: new Map(),
    filled: 0,
  })

/** Under what the draft of a tool is kept. */
export const draftKey = (server: string, tool: string): string => JSON.stringify([server, tool])
