import { LATEST_PROTOCOL_VERSION } from './constants.ts'
import type { McpUiAppCapabilities } from './schemas/app-capabilities.ts'
import type { McpUiInitializeRequest } from './schemas/apps-view-notes.ts'

interface SomeInfo {
  name?: string | undefined
  version?: string | undefined
}

/** What hand-written Views say of themselves: `clientInfo` and `capabilities` as older samples had them, or members missing. */
export interface RoughIntroduction {
  appInfo?: SomeInfo | undefined
  clientInfo?: SomeInfo | undefined
  appCapabilities?: McpUiAppCapabilities | undefined
  capabilities?: McpUiAppCapabilities | undefined
  protocolVersion?: string | undefined
}

/** The strict form of it: the very same object where nothing had to be filled in. */
export function settleIntroduction(given: RoughIntroduction): McpUiInitializeRequest['params'] {
  const { appInfo, appCapabilities, protocolVersion } = given
  const isWhole = appInfo?.name !== undefined && appInfo.version !== undefined && appCapabilities && protocolVersion !== undefined
  if (isWhole) return given as McpUiInitializeRequest['params']
  const info = appInfo ?? given.clientInfo
  return {
    appInfo: { ...info, name: info?.name ?? 'unknown', version: info?.version ?? '0' },
    appCapabilities: appCapabilities ?? given.capabilities ?? {},
    protocolVersion: protocolVersion ?? LATEST_PROTOCOL_VERSION,
  }
}
