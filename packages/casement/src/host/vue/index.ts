/**
 * `casement/host/vue`: `<McpApp :client="…" :tool="…" :sandbox="…" :input="…" :result="…" @stage="…" />`.
 *
 * Rendering it again does not reload the frame. Another tool or another `key` does.
 * @module
 */
import { defineComponent, h, onBeforeUnmount, onMounted, onUpdated, shallowRef, toRaw, type VNode } from 'vue'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import { listenToElement, setProperties, viewKey, type McpAppElementProps } from '../element/bind-element.ts'
import { defineMcpApp, MCP_APP_EVENTS, MCP_APP_PROPERTIES, type McpAppElement } from '../element/mcp-app-element.ts'
import type { MountEventMap } from '../index.ts'

export type { McpAppElement }

/** The props of `<McpApp>`: the options of `mountApp`, and listeners for its events. */
export type McpAppProps = McpAppElementProps & {
  readonly [E in keyof MountEventMap as `on${Capitalize<E>}`]?: ((detail: MountEventMap[E]) => void) | undefined
}

/** An instance of `<McpApp>`, as a template ref has it. */
export interface McpAppInstance {
  $props: McpAppProps
  /** The element. Its `mounted` is the return value of `mountApp`. */
  readonly element: McpAppElement | null
}

/** Shows the View of a tool. On a server it renders an empty element. */
export const McpApp: new () => McpAppInstance = defineComponent({
  name: 'McpApp',
  props: [...MCP_APP_PROPERTIES],
  emits: [...MCP_APP_EVENTS],
  setup(given, { emit, expose }) {
    const props = given as McpAppElementProps
    const element = shallowRef<McpAppElement | null>(null)
    let bound: McpAppElement | undefined
    let unsubscribe: Unsubscribe | undefined
    const update = (): void => {
      const { value: current } = element
      if (!current) return
      if (bound !== current) {
        unsubscribe?.()
        unsubscribe = listenToElement(current, emit)
        bound = current
      }
      // A client with private members does not work through a proxy.
      setProperties(current, Object.fromEntries(Object.entries(props).map(([name, value]) => [name, toRaw(value as object)])))
    }
    onMounted(() => {
      defineMcpApp()
      update()
    })
    onUpdated(update)
    onBeforeUnmount(() => unsubscribe?.())
    expose({ element })
    return (): VNode => {
      // Reading every prop makes each of them a reason to update.
      for (const name of MCP_APP_PROPERTIES) void props[name]
      return h('mcp-app', { ref: element, key: viewKey(props.tool) })
    }
  },
}) as unknown as new () => McpAppInstance // the options API would lose the types of the props
