// Sources that are made from other sources, and so are not in the repository.
import { writeLegacyModule } from './legacy-scripts.mjs'
import { writeSandboxModules } from './sandbox-scripts.mjs'
import { writeScriptModule } from './view-script.mjs'

/** Runs before the compiler. Names every file it wrote. */
export const generateSources = async () => [
  ...(await writeSandboxModules()),
  ...(await writeLegacyModule()),
  ...(await writeScriptModule()),
]
