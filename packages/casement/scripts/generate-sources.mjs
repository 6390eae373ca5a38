// Sources that are made from other sources, and so are not in the repository.
import { writeSandboxModules } from './sandbox-scripts.mjs'

/** Runs before the compiler. Names every file it wrote. */
export const generateSources = writeSandboxModules
