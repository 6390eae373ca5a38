import { CasementError } from '../../protocol/errors.ts'

/**
 * The problems in the metadata of a tool or a resource:
 * `TOOL_META_INVALID` a field has the wrong type · `TOOL_RESOURCE_URI` the resource URI does not start with `ui://` ·
 * `TOOL_VISIBILITY` visibility has a value other than `model` and `app` · `TOOL_HAS_RESOURCE_FIELD` a field of the resource is on the
 * tool · `TOOL_RESOURCE_MISSING` the resource is not registered · `TOOL_DUPLICATE` two tools have the same name ·
 * `TOOL_VIEW_UNKNOWN` the app has no View of that name · `RESOURCE_URI` the URI does not start with `ui://` ·
 * `RESOURCE_MIME_TYPE` the media type is wrong · `RESOURCE_META_INVALID` a field has the wrong type ·
 * `RESOURCE_META_MISPLACED` a field is next to `ui` instead of inside it · `VIEW_SOURCE` the HTML of a View is missing or invalid.
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

/** A problem in the metadata of a server, as the `cause` of the error. */
export interface MetadataProblem {
  readonly code: MetadataProblemCode
  /** The tool, resource or View. */
  readonly where: string
  /** For example `_meta.ui.visibility`. */
  readonly field: string
  /** The fix. */
  readonly fix: string
}

/** Creates the error for a metadata problem. Its message names the tool or resource, the field and the fix. */
export function metadataError(problem: MetadataProblem, found: string): CasementError {
  const { code, where, field, fix } = problem
  return new CasementError('INVALID_METADATA', `${where}: ${field} ${found}. ${fix} (${code})`, { cause: problem })
}
