// The one lazily loaded chunk of the host: dialogs, downloads, the full diagnosis card with its evidence, and the translation of
// legacy Views. It is also the only file of the host that imports `legacy/`.
export { mendAdaptedWidget, viewFromContents, viewFromToolResult } from '../legacy/index.ts'
export { completeCard } from './card/card.ts'
export { findRootCause } from './card/root-cause.ts'
export { askForConsent } from './dialogs/questions.ts'
export { saveFiles } from './dialogs/save-files.ts'
