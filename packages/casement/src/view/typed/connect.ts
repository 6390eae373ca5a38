import type { Channel } from '../../protocol/channel/channel.ts'
import type { Implementation } from '../../protocol/schemas/index.ts'
import { App, type AppOptions } from '../app.ts'
import type { HasToolTypes } from './tool-types.ts'
import { typed, type TypedView } from './typed-view.ts'

/** How a typed View connects. */
export interface TypedConnectOptions extends AppOptions {
  /** Who the View says it is. Default: the title of the page. */
  readonly info?: Implementation
  /** The way to the host. Default: the window around this one. */
  readonly channel?: Channel
}

/** Connects to the host and knows the tools: `const view = await connect<typeof weatherApp>()`. */
export async function connect<A extends HasToolTypes = never>(options: TypedConnectOptions = {}): Promise<TypedView<A, App>> {
  const { info = { name: globalThis.document?.title || 'view', version: '0.0.0' }, channel, ...others } = options
  const app = new App(info, {}, others)
  await app.connect(channel)
  return typed<A>()(app)
}
