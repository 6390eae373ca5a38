import { RESOURCE_MIME_TYPE } from '../constants.ts'

const PARAMETER = /;[ \t]*([!#$%&'*+\-.^_`|~\w]+)=(?:([!#$%&'*+\-.^_`|~\w]+)|"((?:[^"\\]|\\.)*)")[ \t]*/y

/**
 * How a media type compares with that of a UI resource: `exact`, `equal` by the rules of RFC 9110 (worth a warning, 4.29), or
 * `other`. A `charset` of UTF-8 is let through, as HTML on the web so often carries it; plain `text/html` is legacy MCP-UI.
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
  const same = profile === 'mcp-app' && charset.toLowerCase() === 'utf-8' && Object.keys(others).length === 0
  return same ? 'equal' : 'other'
}

/** True for the media type of a UI resource, in any spelling that means the same. */
export const isAppMimeType = (mimeType: unknown): boolean => compareAppMimeType(mimeType) !== 'other'
