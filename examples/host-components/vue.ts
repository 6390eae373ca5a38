import { McpApp, type McpAppProps } from 'casement/host/vue'
import { createApp, h, shallowRef } from 'vue'
import type { ShownView } from './shown-view.ts'

/** Shows a View in Vue. In a template: `<McpApp :client="client" :tool="tool" :sandbox="sandbox" @stage="…" />`. */
export function showInVue(container: HTMLElement, given: McpAppProps): ShownView<McpAppProps> {
  const props = shallowRef(given)
  const page = createApp({ render: () => h(McpApp, props.value) })
  page.mount(container)
  return {
    update(changes) {
      props.value = { ...props.value, ...changes }
    },
    remove: () => page.unmount(),
  }
}
