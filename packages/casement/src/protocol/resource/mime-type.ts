import { RESOURCE_MIME_TYPE } from '../constants.ts'

const PARAMETER = /;[ \t]*([!#$%&'*+\-.^_`|~\w]+)=(?:([!#$%&'*+\-.^_`|~\w]+)|"((?:[^"\\]|\\.)*)")[ \t]*/y

/**
 * Compares a media type with that of a UI resource: `exact`, `equal` by the rules of RFC 9110 (worth a warning), or `other`. A `charset`
 * of UTF-8 is ignored, because HTML often has it. Plain `text/html` is `other`: it is legacy MCP-UI.
 */
export function compareAppMimeType(mimeType: unknown): 'exact' | 'equal' | 'other' {
  if (mimeType === RESOURCE_MIME_TYPE) return 'exact'
  if (typeof mimeType !== 'string' || mimeType.length > 200) return 'other'
  const [type = ''] = mimeType.split(';', 1)
  if (type.trim().toLowerCase() !== 'text/html') return 'other'
  const parameters = new Map<string, string>()
  PARAMETER.lastIndex = type.length
  while (PARAMETER.lastIndex < mimeType.length) {
    const [, name, token, quoted] = PARAMETER.exec(mimeType) ?? []
    if (name === undefined || parameters.has(name.toLowerCase())) return 'other'
    parameters.set(name.toLowerCase(), token ?? quoted?.replaceAll(/\\(.)/g, '$1') ?? '')
  }
  const { profile, charset = 'utf-8', ...others } = Object.fromEntries(parameters)
  const isEqual = profile === 'mcp-app' && charset.toLowerCase() === 'utf-8' && Object.keys(others).length === 0
  return isEqual ? 'equal' : 'other'
}

/** True for the media type of a UI resource, in any equivalent spelling. */
export const isAppMimeType = (mimeType: unknown): boolean => compareAppMimeType(mimeType) !== 'other'
