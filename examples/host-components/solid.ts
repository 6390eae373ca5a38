import { McpApp, type McpAppProps } from 'casement/host/solid'
import { createComponent, createSignal, mergeProps } from 'solid-js'
import { render } from 'solid-js/web'
import type { ShownView } from './shown-view.ts'

/** Shows a View in Solid. As JSX: `<McpApp client={client} tool={tool()} sandbox={sandbox} onStage={…} />`. */
export function showInSolid(container: HTMLElement, given: McpAppProps): ShownView<McpAppProps> {
  const [props, setProps] = createSignal(given)
  return {
    update: (changes) => void setProps({ ...props(), ...changes }),
    remove: render(() => createComponent(McpApp, mergeProps(props)), container),
  }
}
