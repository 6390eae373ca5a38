/**
 * `casement/host/solid`: `<McpApp client={…} tool={…} sandbox={…} input={…} result={…} onStage={…} />`.
 *
 * Changing a prop does not reload the frame, unless it is another tool. On a server it renders an empty element.
 * @module
 */
import { createComponent, createRenderEffect, onCleanup, type JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { listenToElement, setProperties, viewKey, type McpAppElementProps } from '../element/bind-element.ts'
import { defineMcpApp, type McpAppElement } from '../element/mcp-app-element.ts'
import type { MountEventMap } from '../index.ts'

export type { McpAppElement }

/** The props of `<McpApp>`: the options of `mountApp`, and event handlers. */
export type McpAppProps = McpAppElementProps & {
  readonly [E in keyof MountEventMap as `on${Capitalize<E>}`]?: ((detail: MountEventMap[E]) => void) | undefined
} & {
  readonly class?: string | undefined
  /** Called with the element. Its `mounted` is the return value of `mountApp`. */
  readonly ref?: ((element: McpAppElement) => void) | undefined
}

/** Shows the View of a tool. */
export function McpApp(props: McpAppProps): JSX.Element {
  const bind = (element: McpAppElement): void => {
    defineMcpApp()
    let key: string | undefined
    createRenderEffect(() => {
      const nextKey = viewKey(props.tool)
      setProperties(element, props)
      if (key !== undefined && key !== nextKey) element.reload()
      key = nextKey
    })
    onCleanup(
      listenToElement(element, (event, detail) => {
        const name = `on${event[0]?.toUpperCase()}${event.slice(1)}` as `on${Capitalize<typeof event>}`
        const listener = props[name] as ((detail: unknown) => void) | undefined
        listener?.(detail)
      }),
    )
    props.ref?.(element)
  }
  return createComponent(Dynamic, {
    component: 'mcp-app',
    ref: bind,
    get class() {
      return props.class
    },
  })
}
