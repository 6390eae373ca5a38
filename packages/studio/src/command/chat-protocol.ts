export type * from '../model/chat-protocol.ts'
