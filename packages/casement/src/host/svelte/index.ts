/**
 * `casement/host/svelte`: the View of a tool as an action, `<mcp-app use:mcpApp={{ client, tool, sandbox, input, result }}></mcp-app>`.
 *
 * Changing the options does not reload the frame, unless it is another tool. On a server, actions do not run: it renders an empty element.
 * @module
 */
import { listenToElement, setProperties, viewKey, type McpAppElementProps } from '../element/bind-element.ts'
import { defineMcpApp, type McpAppElement } from '../element/mcp-app-element.ts'
import type { MountEventMap } from '../index.ts'

export type { McpAppElement }

/** The options of the action: those of `mountApp`, and listeners for its events. */
export type McpAppOptions = McpAppElementProps & {
  readonly [E in keyof MountEventMap as `on${E}`]?: ((detail: MountEventMap[E]) => void) | undefined
}

/** The return value of the action, as Svelte expects it. */
export interface McpAppAction {
  update(options: McpAppOptions): void
  destroy(): void
}

/** Shows the View of a tool in an `<mcp-app>` element. */
export function mcpApp(node: HTMLElement, options: McpAppOptions): McpAppAction {
  defineMcpApp()
  const element = node as McpAppElement
  let latest = options
  const unsubscribe = listenToElement(element, (event, detail) => {
    const listener = latest[`on${event}`] as ((detail: unknown) => void) | undefined
    listener?.(detail)
  })
  setProperties(element, options)
  return {
    update(next) {
      const isOtherView = viewKey(next.tool) !== viewKey(latest.tool)
      latest = next
      setProperties(element, next)
      if (isOtherView) element.reload()
    },
    destroy: unsubscribe,
  }
}
