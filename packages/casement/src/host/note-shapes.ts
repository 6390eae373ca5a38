import { findMisfit, type ShortShape } from '../protocol/short-shape.ts'
import { NAMED } from './context-shapes.ts'
import { CAPABILITIES, SIZE_CHANGED } from './opening-shapes.ts'

const META = { '_meta?': { 'progressToken?': 'id', 'io.modelcontextprotocol/related-task?': { taskId: 'string' } } }

/** The params of `ui/initialize`, for hosts that take no other. */
export const INTRODUCTION: ShortShape = {
  appInfo: { ...NAMED, version: 'string', 'websiteUrl?': 'string' },
  appCapabilities: CAPABILITIES,
  protocolVersion: 'string',
}

/** What a View tells without asking for anything, by method. */
export const VIEW_NOTES: Readonly<Record<string, ShortShape>> = {
  ping: { 'params?': META },
  'notifications/cancelled': { params: { ...META, 'requestId?': 'id', 'reason?': 'string' } },
  'notifications/progress': {
    params: { ...META, progressToken: 'id', progress: 'number', 'total?': 'number', 'message?': 'string' },
  },
  'ui/notifications/initialized': { 'params?': {} },
  'ui/notifications/size-changed': SIZE_CHANGED,
  'ui/notifications/request-teardown': { 'params?': {} },
  'notifications/message': {
    params: { ...META, level: 'debug|info|notice|warning|error|critical|alert|emergency', 'logger?': 'string' },
  },
  'notifications/tools/list_changed': { 'params?': META },
}

const SHAPES: Readonly<Record<string, ShortShape>> = { ...VIEW_NOTES, 'ui/initialize': { params: INTRODUCTION } }

/** What is wrong with the params of something that is not for the gate to judge, in words. */
export function checkNote(method: string, params: unknown): string | undefined {
  const shape = Object.hasOwn(SHAPES, method) && SHAPES[method]
  return shape ? findMisfit(shape, { params }, '') : undefined
}
