import type { DefinedApp } from '../app/define-app.ts'
import { prepareApp } from '../app/prepare-app.ts'
import type { Warn } from '../app/run-tool.ts'
import { nodeViewFiles } from '../app/view-files.ts'
import { registerPrepared, type AppRegistrar } from './register-prepared.ts'

export type { AppRegistrar }

/** Options of `registerApp`. */
export interface RegisterAppOptions {
  /** Called if a result is too large. */
  readonly onwarning?: Warn
}

/** Registers an app with an `McpServer` that you serve yourself. */
export async function registerApp(server: AppRegistrar, app: DefinedApp, options: RegisterAppOptions = {}): Promise<void> {
  registerPrepared(server, await prepareApp(app, nodeViewFiles), options.onwarning)
}
