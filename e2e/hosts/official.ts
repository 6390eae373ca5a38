import type { AppBridge, McpUiHostContext, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'
import { applySize, openFrame, readMount } from './frames.ts'
import { publishRecord } from './host-record.ts'
import { callTool, HOST_CAPABILITIES, HOST_CONTEXT, openLink, TOOL_INPUT, TOOL_RESULT } from './story.ts'

/** The two classes of the official package that make a host; its major versions differ in nothing used here. */
export interface OfficialPackage {
  AppBridge: typeof AppBridge
  PostMessageTransport: typeof PostMessageTransport
}

/** Runs a host page on the official bridge. */
export async function runOfficialHost(official: OfficialPackage, version: string): Promise<void> {
  const mount = readMount()
  const { frame, inside } = openFrame()
  const bridge = new official.AppBridge(null, { name: 'official', version }, HOST_CAPABILITIES, {
    hostContext: structuredClone(HOST_CONTEXT) as unknown as McpUiHostContext,
  })
  const { record, receive } = publishRecord({
    setContext: (context) => bridge.setHostContext(context as McpUiHostContext),
    async teardown() {
      const answer = await bridge.teardownResource({})
      frame.remove()
      return answer
    },
  })
  bridge.onerror = (error) => record.problems.push(String(error))
  bridge.onloggingmessage = (params) => receive('log', params.data)
  bridge.onsizechange = (params) => {
    receive('size', params)
    applySize(frame, params)
  }
  bridge.oncalltool = async (params) => {
    receive('call', params)
    return callTool(params)
  }
  bridge.onmessage = async (params) => {
    receive('message', params)
    return {}
  }
  bridge.onopenlink = async (params) => {
    receive('link', params)
    return openLink(params)
  }
  bridge.onupdatemodelcontext = async (params) => {
    receive('model-context', params)
    return {}
  }
  bridge.onrequestdisplaymode = async ({ mode }) => {
    receive('display-mode', mode)
    return { mode }
  }
  bridge.oninitialized = async () => {
    receive('initialized', { app: bridge.getAppVersion(), capabilities: bridge.getAppCapabilities() })
    await bridge.sendToolInputPartial({ arguments: { city: 'Zür' } })
    await bridge.sendToolInput({ arguments: TOOL_INPUT })
    await bridge.sendToolResult(TOOL_RESULT)
  }
  bridge.onsandboxready = async () => {
    await bridge.sendSandboxResourceReady({ html: await (await fetch(mount.view)).text() })
  }
  await bridge.connect(new official.PostMessageTransport(inside, inside))
  frame.src = mount.kind === 'direct' ? mount.view : mount.relay
}
