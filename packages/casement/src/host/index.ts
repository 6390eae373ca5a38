/**
 * `casement/host`: what a page that shows Views needs.
 * @module
 */
export { AppBridge } from './bridge.ts'
export type { BridgeEvent } from './bridge-events.ts'
export type { AppBridgeEventMap, BridgeExtra, HostOptions, SandboxNote, ViewRequestOptions } from './bridge-types.ts'
export type { AppTool, AppTools, AppToolsOptions } from './app-tools.ts'
export type { ClientRequestOptions, McpClientLike, ServerCapabilitiesLike } from './client-like.ts'
export type { AuditEvent } from './gate/audit.ts'
export { DEFAULT_BUDGETS, type Budgets } from './gate/budgets.ts'
export {
  memoryConsent,
  type ConsentAnswer,
  type ConsentLevel,
  type ConsentOptions,
  type ConsentRequest,
  type ConsentStore,
} from './gate/consent.ts'
export { safeFileName } from './gate/file-names.ts'
export type { GateOptions } from './gate/gate.ts'
export type { Act, Asked, Policy } from './gate/onion.ts'
export type { SamplingLimits } from './gate/sampling.ts'
export type { ViewStep } from './view-life.ts'
export { ELICITATION_CAPABILITY, type ElicitAnswer, type ElicitRequest } from './elicitation.ts'
export { RESULT_UI_CAPABILITY, resultUiUri } from './result-ui.ts'
export type { Stage } from './life.ts'
export { createModelContext, type AppMessage, type ContextSlot, type ModelContext, type Speaker } from './model-context.ts'
export { memoryState, type StateSlot, type StateStore } from './state-store.ts'
export { watchView, type WatchdogOptions } from './watchdog.ts'
export { mountApp, type MountChanges, type MountedApp } from './mount.ts'
export type { Deadlines, FrozenView, MountOptions, ToolData } from './mount-options.ts'
export type { MountEventMap, MountEvents, MountState, MountStep } from './mount-events.ts'
export { mintingSandbox, staticSandbox, type SandboxProvider } from './providers.ts'
export { forgetResources, prefetchResources } from './prefetch.ts'
export { readUiResource } from './resource.ts'
export { createFramePool, type FramePool } from './pool.ts'
export { createLiveSet, type Freezable, type LiveSet } from './freeze.ts'
export { CATALOGUE, type CatalogueEntry, type DiagnosisCode, type MountStage } from './card/catalogue.ts'
export { describeDiagnosis, diagnosisOf, type Diagnosis } from './card/diagnosis.ts'
export { renderCard, type CardActions } from './card/card.ts'
export { askInDialog, type DialogOptions } from './dialogs/ask-in-dialog.ts'
export type { ContainerDimensions, FrameSize } from './sizing-control.ts'
export { buildAllowAttribute } from './allow-attribute.ts'
export { RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY, SUPPORTED_PROTOCOL_VERSIONS } from '../protocol/constants.ts'
export { PostMessageTransport } from '../protocol/post-message-transport.ts'
export { getToolUiResourceUri } from '../protocol/tool-ui.ts'
export type { UiResource } from '../protocol/ui-resource.ts'
export { isToolVisibilityAppOnly, isToolVisibilityModelOnly } from '../protocol/visibility.ts'
export type { WireTrace } from './wire-trace.ts'
export { hostStylesFrom, type HostStylesOptions } from './styles-from.ts'
