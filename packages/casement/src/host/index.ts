/**
 * `casement/host`: everything that a page needs to show Views.
 * @module
 */
export { mountApp, type MountChanges, type MountedApp } from './mount/mount-app.ts'
export { deliverCall } from './mount/deliver-call.ts'
export type { Deadlines, FrozenView, MountOptions } from './mount/options.ts'
export type { MountEventMap, MountEvents, MountState, MountStep } from './mount/events.ts'
export { createLiveSet, type Freezable, type LiveSet } from './mount/live-set.ts'
export type { WatchdogOptions } from './mount/watchdog.ts'
export { AppBridge } from './bridge/app-bridge.ts'
export type {
  AppBridgeEventMap,
  BridgeEvent,
  BridgeExtra,
  BridgeHandlers,
  HostOptions,
  SandboxNote,
  ViewRequestOptions,
} from './bridge/options.ts'
export type { Stage, ViewStep } from './bridge/lifecycle.ts'
export type { StateSlot, StateStore } from './bridge/state-store.ts'
export type { WireTrace } from './bridge/wire-trace.ts'
export { createFramePool, type FramePool } from './frame/frame-pool.ts'
export { mintingSandbox, staticSandbox, type SandboxProvider } from './frame/sandbox-provider.ts'
export { buildAllowAttribute } from './frame/allow-attribute.ts'
export type { AuditEvent } from './gate/audit.ts'
export type { Budgets } from './gate/budgets.ts'
export type { ConsentAnswer, ConsentLevel, ConsentOptions, ConsentRequest, ConsentStore } from './gate/consent.ts'
export type { GateOptions } from './gate/gate.ts'
export type { Next, Policy, ViewRequest } from './gate/policy.ts'
export type { SamplingLimits } from './gate/sampling.ts'
export { askInDialog, type DialogOptions } from './dialogs/ask-in-dialog.ts'
export { CATALOGUE, describeDiagnosis, type CatalogueEntry } from './card/catalogue.ts'
export type { Diagnosis } from './card/diagnosis.ts'
export type { DiagnosisCode, MountStage } from './card/stages.ts'
export type { AppTool, AppTools, AppToolsOptions } from './model/app-tools.ts'
export type { ElicitAnswer, ElicitRequest } from './model/elicitation.ts'
export { createModelContext, type AppMessage, type ContextSlot, type ModelContext, type Speaker } from './model/model-context.ts'
export type { PartialArguments, ToolData } from './model/tool-data.ts'
export type { ClientRequestOptions, McpClientLike, ServerCapabilitiesLike } from './server/client.ts'
export { acceptTasks } from './server/accept-tasks.ts'
export { forgetResources, prefetchResources } from './server/prefetch.ts'
export { readUiResource } from './server/ui-resource.ts'
export { hostStylesFrom, type HostStylesOptions } from './surface/host-styles.ts'
export type { ContainerDimensions, FrameSize } from './surface/sizing-control.ts'
export { PostMessageTransport } from '../protocol/channel/post-message-transport.ts'
export { RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY, SUPPORTED_PROTOCOL_VERSIONS } from '../protocol/constants.ts'
export type { UiResource } from '../protocol/resource/ui-resource.ts'
export { getToolUiResourceUri } from '../protocol/resource/ui-uri.ts'
export { isToolVisibilityAppOnly, isToolVisibilityModelOnly } from '../protocol/resource/visibility.ts'
