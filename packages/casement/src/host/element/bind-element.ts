import { readToolUi } from '../../protocol/resource/tool-ui.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { MountEventMap } from '../mount/events.ts'
import type { MountOptions } from '../mount/options.ts'
import { MCP_APP_EVENTS, MCP_APP_PROPERTIES, type McpAppElement, type McpAppProperties } from './mcp-app-element.ts'

/** The props of a framework's component for `<mcp-app>`: the options of `mountApp`. */
export type McpAppElementProps = Omit<MountOptions, 'signal'>

/** Identifies the View of a tool. Another tool or another UI resource needs another frame. */
export const viewKey = (tool: MountOptions['tool']): string => JSON.stringify([tool.name, readToolUi(tool).uri])

/** Sets all properties. Missing ones become undefined. */
export function setProperties(element: McpAppElement, props: McpAppProperties): void {
  for (const name of MCP_APP_PROPERTIES) Object.assign(element, { [name]: props[name] })
}

/** Calls the listener with every event of the element and its data, until unsubscribed. */
export function listenToElement(
  element: McpAppElement,
  listener: <E extends keyof MountEventMap>(event: E, detail: MountEventMap[E]) => void,
): Unsubscribe {
  const listeners = MCP_APP_EVENTS.map((event) => {
    const forward = ({ detail }: CustomEvent): void => listener(event, detail as never) // the data of this event
    element.addEventListener(event, forward as EventListener)
    return () => element.removeEventListener(event, forward as EventListener)
  })
  return () => {
    for (const unsubscribe of listeners) unsubscribe()
  }
}
