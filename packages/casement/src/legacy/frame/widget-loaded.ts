// Runs before a widget of MCP-UI in a host that speaks MCP-UI through a proxy, where the load event of the host's own frame is that of
// the proxy: tells the host that the widget has loaded and can receive its render data.
import { InternalMessageType as Type } from '../messages.ts'
import { fitHeight } from './fit-height.ts'
import { takeSettings } from './settings.ts'

interface Settings {
  /** Whether the height of the content is reported. */
  readonly fit?: boolean
}

const post = (message: object): void => parent.postMessage(message, /* opaque: a widget does not know its host's origin */ '*')

function run({ fit = false }: Settings): void {
  addEventListener('load', () => {
    post({ type: Type.UI_LIFECYCLE_IFRAME_LOADED })
    if (fit) fitHeight((height) => post({ type: Type.UI_SIZE_CHANGE, payload: { height } }), new AbortController().signal)
  })
}

run(takeSettings() as Settings)
