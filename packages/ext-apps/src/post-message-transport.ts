import { PostMessageTransport as LibraryTransport } from 'casement/protocol'
import type { JsonRpcMessage } from './protocol-types.ts'

/** The transport between a View and its host over `postMessage`. */
export interface PostMessageTransport extends Omit<LibraryTransport, 'send' | 'onmessage'> {
  send(message: JsonRpcMessage, options?: unknown): Promise<void>
  onmessage?: (message: JsonRpcMessage) => void
}

/** Posts to `eventTarget`, by default the parent window, and accepts messages only from `eventSource`. */
export const PostMessageTransport = LibraryTransport as unknown as new (
  eventTarget: Window | undefined,
  eventSource: MessageEventSource,
) => PostMessageTransport
