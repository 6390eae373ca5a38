import type * as schemas from 'casement/protocol/schemas'

/** The name and version of a host or a View. */
export type Implementation = schemas.Implementation
/** The capabilities that a host advertises to a View. */
export type McpUiHostCapabilities = schemas.McpUiHostCapabilities
/** The context of a host: theme, locale, size and so on. */
export type McpUiHostContext = schemas.McpUiHostContext
