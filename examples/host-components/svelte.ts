import { mcpApp, type McpAppOptions } from 'casement/host/svelte'
import type { ShownView } from './shown-view.ts'

/** Shows a View as Svelte does with `<mcp-app use:mcpApp={{ client, tool, sandbox, onstage }}></mcp-app>`. */
export function showInSvelte(container: HTMLElement, given: McpAppOptions): ShownView<McpAppOptions> {
  const element = container.appendChild(document.createElement('mcp-app'))
  let options = given
  const action = mcpApp(element, options)
  return {
    update(changes) {
      options = { ...options, ...changes }
      action.update(options)
    },
    remove() {
      action.destroy()
      element.remove()
    },
  }
}
