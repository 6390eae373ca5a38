type Fields = Readonly<Record<string, unknown>>

/** The host and the tool, as far as the messages name them, for the header of the trace. */
export interface SessionFacts {
  /** True once the View has sent `ui/notifications/initialized`: from then on it may call tools. */
  readonly isInitialized: boolean
  readonly host: unknown
  readonly tool: Fields | undefined
}

/** Reads the facts from the messages as they pass. */
export function createSessionFacts(): { readonly current: SessionFacts; read(message: unknown): void } {
  let facts: SessionFacts = { isInitialized: false, host: undefined, tool: undefined }
  return {
    get current() {
      return facts
    },
    read(message) {
      if (!isFields(message)) return
      if (message['method'] === 'ui/notifications/initialized') facts = { ...facts, isInitialized: true }
      const result = message['result']
      if (!isFields(result) || !isFields(result['hostInfo'])) return
      const context = isFields(result['hostContext']) ? result['hostContext'] : {}
      const info = isFields(context['toolInfo']) ? context['toolInfo'] : {}
      facts = { ...facts, host: result['hostInfo'], tool: isFields(info['tool']) ? info['tool'] : undefined }
    },
  }
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
