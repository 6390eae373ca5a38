import type { Channel } from '../../protocol/channel/channel.ts'
import type { Implementation } from '../../protocol/schemas/index.ts'
import { App, type AppOptions } from '../app.ts'
import type { HasToolTypes } from './tool-types.ts'
import { typed, type TypedView } from './typed-view.ts'

/** Options of a typed View. */
export interface TypedConnectOptions extends AppOptions {
  /** The name and version of the View. Default: the title of the page. */
  readonly info?: Implementation
  /** The channel to the host. Default: the parent window. */
  readonly channel?: Channel
}

/** Connects to the host, with typed tools: `const view = await connect<typeof weatherApp>()`. */
export async function connect<A extends HasToolTypes = never>(options: TypedConnectOptions = {}): Promise<TypedView<A, App>> {
  const { info = { name: globalThis.document?.title || 'view', version: '0.0.0' }, channel, ...others } = options
  const app = new App(info, {}, others)
  await app.connect(channel)
  return typed<A>()(app)
}
