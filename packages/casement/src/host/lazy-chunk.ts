// The one lazily loaded chunk of the host: dialogs, downloads, the full diagnosis card with its evidence, the translation of legacy
// Views, the parser for streamed arguments, elicitation and the JSON Schema validator for results of app tools. It is also the only
// file of the host that imports `legacy/`.
export { mendAdaptedWidget, viewFromContents, viewFromToolResult } from '../legacy/index.ts'
export { completeCard } from './card/card.ts'
export { findRootCause } from './card/root-cause.ts'
export { askForConsent } from './dialogs/questions.ts'
export { saveFiles } from './dialogs/save-files.ts'
export { downloadNames } from './gate/file-names.ts'
export { elicitFromView } from './model/elicit-from-view.ts'
export { schemaProblem } from './model/json-schema-check.ts'
export { readToolUi } from '../protocol/resource/tool-ui.ts'
export { createPartialInput } from '../protocol/json-stream/partial-input.ts'
