/** A tool call whose View is shown. The server is a real one: Streamable HTTP, with CORS for all origins. */
export interface TestApp {
  readonly server: string
  /** Another server that the host is connected to at the same time, where that matters. */
  readonly neighbour?: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** The text of the arguments in pieces, as streamed by a model, and the partial value after each piece. */
  readonly partial?: { readonly text: readonly string[]; readonly healed: readonly Readonly<Record<string, unknown>>[] }
  /** True when the user stops the call while it runs, once the View is ready. */
  readonly stopped?: boolean
}

/** One turn of the conversation. */
export interface Turn {
  readonly role: string
  readonly content: readonly unknown[]
}

/** The context of the model's next turn. */
export interface ModelSight {
  /** Content blocks that Views handed over for the model. */
  readonly content: readonly unknown[]
  readonly structuredContent: readonly unknown[]
  /** The names of the tools that it may call. */
  readonly tools: readonly string[]
}

/**
 * The functions through which a test controls a host. A page with `window.conformanceHost` can be examined by its URL; all
 * arguments and results are plain JSON.
 */
export interface HostDriver {
  /** Connects to the servers, calls the tool and shows its View, one at a time. Resolves when the View is ready, rejects when it is not shown. */
  displayTestApp(app: TestApp): Promise<void>
  /** The messages of the user and, on behalf of the user, of Views, in order. */
  getConversation(): Promise<readonly Turn[]>
  getConversationContext(): Promise<ModelSight>
  /** Changes top-level members of the host context, as `theme`. */
  changeHostContext(change: Readonly<Record<string, unknown>>): Promise<void>
  /** The decision of the user for all prompts of the host from now on. Default: accept. */
  confirmAction(allow: boolean): Promise<void>
  /** The user sends a message. */
  sendMessage(text: string): Promise<void>
  /**
   * The model calls a tool, of the server or of the View. Resolves with the result as it is on the wire; rejects if the tool does
   * not exist, or no View is shown.
   */
  callTool(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown>
  /** Closes the View as the host does when the user leaves, and resets the conversation, the servers and the decisions. */
  resetEnvironment(): Promise<void>
}

/** Where a page has its driver. */
export const DRIVER_NAME = 'conformanceHost'
