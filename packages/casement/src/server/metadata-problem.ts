import { CasementError } from '../protocol/errors.ts'

/**
 * What can be wrong with the metadata of a tool or a resource:
 * `TOOL_META_INVALID` a field has the wrong type · `TOOL_RESOURCE_URI` the UI resource is no `ui://` address ·
 * `TOOL_VISIBILITY` visibility names somebody other than `model` and `app` · `TOOL_HAS_RESOURCE_FIELD` a field of the resource stands on
 * the tool · `TOOL_RESOURCE_MISSING` no resource of that address is registered · `TOOL_DUPLICATE` two tools have one name ·
 * `TOOL_VIEW_UNKNOWN` a tool names a View the app does not have · `RESOURCE_URI` the address does not begin with `ui://` ·
 * `RESOURCE_MIME_TYPE` the media type is another · `RESOURCE_META_INVALID` a field has the wrong type ·
 * `RESOURCE_META_MISPLACED` a field stands beside `ui` instead of in it · `VIEW_SOURCE` the HTML of a View cannot be read or is none.
 */
export type MetadataProblemCode =
  | 'TOOL_META_INVALID'
  | 'TOOL_RESOURCE_URI'
  | 'TOOL_VISIBILITY'
  | 'TOOL_HAS_RESOURCE_FIELD'
  | 'TOOL_RESOURCE_MISSING'
  | 'TOOL_DUPLICATE'
  | 'TOOL_VIEW_UNKNOWN'
  | 'RESOURCE_URI'
  | 'RESOURCE_MIME_TYPE'
  | 'RESOURCE_META_INVALID'
  | 'RESOURCE_META_MISPLACED'
  | 'VIEW_SOURCE'

/** One thing that is wrong with the metadata of a server, for code to branch on. It is the `cause` of the error. */
export interface MetadataProblem {
  readonly code: MetadataProblemCode
  /** The tool, resource or View. */
  readonly where: string
  /** Such as `_meta.ui.visibility`. */
  readonly field: string
  /** What to write instead. */
  readonly fix: string
}

/** The error that stops a server from starting: it names tool or resource, field and fix. */
export function metadataError(problem: MetadataProblem, found: string): CasementError {
  const { code, where, field, fix } = problem
  return new CasementError('INVALID_METADATA', `${where}: ${field} ${found}. ${fix} (${code})`, { cause: problem })
}
