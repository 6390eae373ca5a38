// The one lazily loaded chunk of the host: dialogs and the queue of consent questions, downloads, the full diagnosis card with its evidence,
// the translation of legacy Views, the parser for streamed arguments, subscriptions of MCP 2026-07-28, elicitation, the tools of Views, transports of
// the MCP SDK, and the placeholder of frozen Views. It is also the only file of the host that imports `legacy/`.
export { mendAdaptedWidget, viewFromContents, viewFromToolResult } from '../legacy/index.ts'
export { completeCard } from './card/card.ts'
export { findRootCause } from './card/root-cause.ts'
export { askForConsent } from './dialogs/questions.ts'
export { saveFiles } from './dialogs/save-files.ts'
export { placeholder } from './surface/placeholder.ts'
export { createConsentQueue } from './gate/consent-queue.ts'
export { nameDownload } from './gate/downloads.ts'
export { limitSampling } from './gate/sampling.ts'
export { callAppTool, fetchAppTools } from './model/app-tool-calls.ts'
export { elicitFromView } from './model/elicit-from-view.ts'
export { channelFromTransport } from '../protocol/channel/transport-channel.ts'
export { readToolUi } from '../protocol/resource/tool-ui.ts'
export { openListenStream } from './server/listen-stream.ts'
export { createPartialReader } from './model/partial-reader.ts'
