import { PATCHABLE_PARENT } from './generated/frame-scripts.ts'
import { insertBefore, scriptElement } from './insert-before.ts'

/** Lets a widget that `@mcp-ui/server` adapted to MCP Apps work across origins. Any other document stays as it is. */
export function mendAdaptedWidget(html: string): string {
  return html.includes('window.McpAppsAdapter') ? insertBefore(html, scriptElement(PATCHABLE_PARENT)) : html
}
