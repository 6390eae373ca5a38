import { isRecord } from '../../protocol/rpc/message.ts'

type Validator = (value: unknown) => boolean

// The last one is a draft.
const isDisplayMode: Validator = (value) => ['inline', 'fullscreen', 'pip', 'split'].includes(value as string)

/** The members of which an invalid value would make the SDK or a typical handler throw. */
const VALIDATORS: Readonly<Record<string, Validator>> = {
  arguments: isRecord,
  availableDisplayModes: Array.isArray,
  containerDimensions: isRecord,
  content: Array.isArray,
  displayMode: isDisplayMode,
  reason: (value) => typeof value === 'string',
  theme: (value) => ['light', 'dark'].includes(value as string),
}

/**
 * Reads the message of a host leniently: members with invalid values are dropped, the others are kept. A host that supports a
 * newer version of the protocol must not cost the View its theme (4.18).
 */
export function readLeniently(raw: unknown): Record<string, unknown> {
  const members: Record<string, unknown> = isRecord(raw) ? { ...raw } : {}
  for (const [name, isValid] of Object.entries(VALIDATORS)) if (!isValid(members[name])) delete members[name]
  const { availableDisplayModes: modes } = members
  if (Array.isArray(modes)) members['availableDisplayModes'] = modes.filter(isDisplayMode)
  return members
}
