import type { Implementation, McpUiAppCapabilities } from '../protocol/schemas/index.ts'
import { blackBox, type AppBlackBox } from './black-box/black-box.ts'
import { CoreApp, type AppOptions as CoreAppOptions } from './core-app.ts'
import { links } from './links/links.ts'
import { serverExtras, type AppServerExtras } from './server/server-extras.ts'
import { state, type AppState } from './state/state.ts'
import { appTools, type AppTools } from './tools/app-tools.ts'

/** What an App can be told besides its name and capabilities. */
export interface AppOptions extends CoreAppOptions {
  /** Sends clicks on links, downloads and `window.open` through the host. Default true. */
  links?: boolean
}

/** A View's connection to its host. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the features below put these members there
export interface App extends AppTools, AppState, AppServerExtras, AppBlackBox {}

/** A View's connection to its host. */
export class App extends CoreApp {
  /** @deprecated Use `openLink`. */
  sendOpenLink: CoreApp['openLink'] = this.openLink

  constructor(appInfo: Implementation, capabilities?: McpUiAppCapabilities, options: AppOptions = {}) {
    super(appInfo, capabilities, options)
    this.use(appTools).use(state).use(serverExtras)
    // Outside of a page, as in a test over an in-memory channel, there is nothing to record and nothing to click.
    if (!globalThis.document) return
    this.use(blackBox)
    if (options.links !== false) this.use(links)
  }
}
