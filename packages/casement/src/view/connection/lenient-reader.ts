import { isRecord } from '../../protocol/rpc/message.ts'

type Validator = (value: unknown) => boolean

const isDisplayMode: Validator = (value) => ['inline', 'fullscreen', 'pip'].includes(value as string)

/** The members that the SDK itself reads from what a host sends, wherever they are. */
const VALIDATORS: Readonly<Record<string, Validator>> = {
  arguments: isRecord,
  availableDisplayModes: Array.isArray,
  containerDimensions: isRecord,
  content: Array.isArray,
  displayMode: isDisplayMode,
  hostCapabilities: isRecord,
  hostInfo: isRecord,
  reason: (value) => typeof value === 'string',
  styles: isRecord,
  theme: (value) => ['light', 'dark'].includes(value as string),
  toolInfo: isRecord,
}

/**
 * Reads what a host sends leniently: a member with an invalid value is dropped, and the rest is kept. A host that supports a
 * newer version of the protocol must not cost the View its theme (4.18).
 */
export function readLeniently(raw: unknown): Record<string, unknown> {
  const members: Record<string, unknown> = isRecord(raw) ? { ...raw } : {}
  for (const [name, isValid] of Object.entries(VALIDATORS)) if (!isValid(members[name])) delete members[name]
  const { availableDisplayModes: modes } = members
  if (Array.isArray(modes)) members['availableDisplayModes'] = modes.filter(isDisplayMode)
  return members
}
