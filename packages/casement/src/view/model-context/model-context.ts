import { CasementError } from '../../protocol/errors.ts'
import type { ContentBlock } from '../../protocol/schemas/index.ts'
import { reportUnhandled } from '../connection/error-report.ts'
import type { App } from '../app.ts'

/** The part of an App that sends context to the model. Every App has it. */
export type ModelContextApp = Pick<App, 'updateModelContext' | 'onerror'>

/** Context for the model: text, or content and data. */
export type ModelContextContent =
  | string
  | {
      readonly content?: readonly ContentBlock[] | undefined
      readonly structuredContent?: Readonly<Record<string, unknown>> | undefined
    }

/** One declaration. */
export interface DeclaredContext {
  /** Replaces the content, in the same place. */
  readonly update: (content: ModelContextContent) => void
  readonly remove: () => void
}

interface Collector {
  readonly declared: Set<{ content: ModelContextContent }>
  schedule(): void
}

const collectors = new WeakMap<ModelContextApp, Collector>()

/**
 * Declares a part of the model context of the View. All declarations of an App are collected, without duplicates, and sent
 * once per animation frame, if they have changed. A host that does not take context gets none.
 */
export function declareModelContext(app: ModelContextApp, content: ModelContextContent): DeclaredContext {
  const collector = collectors.get(app) ?? createCollector(app)
  collectors.set(app, collector)
  const entry = { content }
  collector.declared.add(entry)
  collector.schedule()
  return {
    update(next) {
      entry.content = next
      collector.schedule()
    },
    remove() {
      collector.declared.delete(entry)
      collector.schedule()
    },
  }
}

function createCollector(app: ModelContextApp): Collector {
  const declared: Collector['declared'] = new Set()
  const EMPTY = JSON.stringify(merge([]))
  let sent = EMPTY
  let state: 'idle' | 'scheduled' | 'sending' | 'changed while sending' = 'idle'

  const send = async (): Promise<void> => {
    const params = merge([...declared].map(({ content }) => content))
    const text = JSON.stringify(params)
    state = 'idle'
    if (text === sent) return
    state = 'sending'
    sent = text
    try {
      await app.updateModelContext(params)
    } catch (error) {
      // Nothing arrived, so the same content is sent again after the next change.
      sent = EMPTY
      if (!(CasementError.is(error) && error.code === 'UNSUPPORTED')) reportUnhandled(app.onerror, error)
    }
    const isChanged = (state as string) === 'changed while sending'
    state = 'idle'
    if (isChanged) schedule()
  }
  const schedule = (): void => {
    if (state === 'sending') state = 'changed while sending'
    if (state !== 'idle') return
    state = 'scheduled'
    onNextFrame(() => void send())
  }
  return { declared, schedule }
}

// A frame that is out of sight gets no animation frames.
const MAX_FRAME_MS = 100

function onNextFrame(callback: () => void): void {
  let isCalled = false
  const once = (): void => {
    if (isCalled) return
    isCalled = true
    clearTimeout(timer)
    callback()
  }
  const timer = setTimeout(once, MAX_FRAME_MS)
  globalThis.requestAnimationFrame?.(once)
}

/** All declarations as one context. A text that is declared twice appears once; of two values with the same key the later one counts. */
function merge(declarations: readonly ModelContextContent[]): {
  content?: ContentBlock[]
  structuredContent?: Record<string, unknown>
} {
  const blocks = new Map<string, ContentBlock>()
  const data: Record<string, unknown> = {}
  for (const declaration of declarations) {
    const { content = [], structuredContent } =
      typeof declaration === 'string' ? { content: [{ type: 'text', text: declaration } as const] } : declaration
    for (const block of content) if (block.type !== 'text' || block.text !== '') blocks.set(JSON.stringify(block), block)
    Object.assign(data, structuredContent)
  }
  return { content: [...blocks.values()], ...(Object.keys(data).length > 0 && { structuredContent: data }) }
}
