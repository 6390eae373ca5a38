/** The latest version of the Apps protocol that Casement supports. */
export const LATEST_PROTOCOL_VERSION = '2026-01-26'

/** All versions of the Apps protocol that Casement supports. */
export const SUPPORTED_PROTOCOL_VERSIONS: readonly string[] = [LATEST_PROTOCOL_VERSION]

/** The media type of a UI resource. */
export const RESOURCE_MIME_TYPE = 'text/html;profile=mcp-app'

/** The deprecated flat key of a tool's UI resource in `_meta`. */
export const RESOURCE_URI_META_KEY = 'ui/resourceUri'

/** The id of the MCP Apps extension in the capabilities of an MCP client. */
export const EXTENSION_ID = 'io.modelcontextprotocol/ui'

/** The id of the MCP Tasks extension in the capabilities of a client or server. */
export const TASKS_EXTENSION_ID = 'io.modelcontextprotocol/tasks'

/**
 * The `_meta` key under which a client that follows tasks gets the task from `callTool`, and the field of the host context with the
 * task of a View's tool call.
 */
export const TASK_KEY = 'dev.casement/task'

/** The Casement extension that stores a View's state in the host, under `capabilities.experimental`. */
export const STATE_CAPABILITY = 'dev.casement/state'

/** The Casement extension that delivers later calls of a tool to its live View, under `capabilities.experimental` and in `_meta` of the tool. */
export const REUSE_CAPABILITY = 'dev.casement/view-reuse'

/** The Casement extension for the display mode `split`, a draft, under `capabilities.experimental`. */
export const SPLIT_CAPABILITY = 'dev.casement/split'

/** The Casement extension that moves a View's messages to a `MessagePort`, under `capabilities.experimental`. */
export const PORT_CAPABILITY = 'dev.casement/port'
