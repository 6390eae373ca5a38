import { wrapHtmlWithAdapters } from 'casement/legacy'
import type { AppsSdkAdapterConfig, McpAppsAdapterConfig } from './resource-types.ts'

/** The script element that lets a widget of MCP-UI run in a host of MCP Apps. Put it before everything else in the document. */
export const getMcpAppsAdapterScript = (config: McpAppsAdapterConfig = {}): string =>
  wrapHtmlWithAdapters('', { mcpApps: { enabled: true, config } })

/** The script element that lets a widget of MCP-UI run in ChatGPT. Put it before everything else in the document. */
export const getAppsSdkAdapterScript = ({ timeout, intentHandling }: AppsSdkAdapterConfig = {}): string =>
  wrapHtmlWithAdapters('', {
    appsSdk: {
      enabled: true,
      config: { ...(timeout !== undefined && { timeout }), ...(intentHandling && { intentHandling }) },
    },
  })
