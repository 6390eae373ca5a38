/**
 * `casement/host/react`: `<McpApp client={…} tool={…} sandbox={…} input={…} result={…} />`.
 *
 * Rendering it again does not reload the frame. Another tool or another `key` does.
 * @module
 */
import {
  createElement,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type ReactElement,
  type Ref,
  useImperativeHandle,
} from 'react'
import { listenToElement, setProperties, viewKey, type McpAppElementProps } from '../element/bind-element.ts'
import { defineMcpApp, type McpAppElement } from '../element/mcp-app-element.ts'
import type { MountEventMap } from '../index.ts'

export type { McpAppElement }

/** The props of `<McpApp>`: the options of `mountApp`, and event handlers. */
export interface McpAppProps extends McpAppElementProps {
  readonly className?: string | undefined
  readonly style?: CSSProperties | undefined
  readonly onStage?: ((stage: MountEventMap['stage']) => void) | undefined
  readonly onDiagnosis?: ((diagnosis: MountEventMap['diagnosis']) => void) | undefined
  readonly onBridge?: ((bridge: MountEventMap['bridge']) => void) | undefined
  readonly onDisplayMode?: ((mode: MountEventMap['displaymode']) => void) | undefined
  readonly onSize?: ((size: MountEventMap['size']) => void) | undefined
  readonly onReport?: ((report: MountEventMap['report']) => void) | undefined
  readonly onAlive?: ((alive: boolean) => void) | undefined
  readonly onStep?: ((step: MountEventMap['step']) => void) | undefined
  /** The element. Its `mounted` is the return value of `mountApp`. */
  readonly ref?: Ref<McpAppElement> | undefined
}

const HANDLERS = {
  stage: 'onStage',
  diagnosis: 'onDiagnosis',
  bridge: 'onBridge',
  displaymode: 'onDisplayMode',
  size: 'onSize',
  report: 'onReport',
  alive: 'onAlive',
  step: 'onStep',
} as const satisfies Record<keyof MountEventMap, keyof McpAppProps>

/** Shows the View of a tool. */
export function McpApp(props: McpAppProps): ReactElement {
  const { tool, className, style, ref } = props
  const element = useRef<McpAppElement>(null)
  const latest = useRef(props)
  const key = viewKey(tool)
  useLayoutEffect(() => {
    latest.current = props
    defineMcpApp()
    if (element.current) setProperties(element.current, props)
  })
  useLayoutEffect(
    () =>
      element.current
        ? listenToElement(element.current, (event, detail) => {
            const handler = latest.current[HANDLERS[event]] as ((detail: unknown) => void) | undefined
            handler?.(detail)
          })
        : undefined,
    [key],
  )
  useImperativeHandle(ref, () => element.current as McpAppElement, [key])
  return createElement('mcp-app', { key, ref: element, className, style })
}
