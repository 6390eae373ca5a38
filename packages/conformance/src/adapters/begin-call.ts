import { getToolUiResourceUri } from '@modelcontextprotocol/ext-apps/app-bridge'
import type { TestApp } from '../host-target/driver.ts'
import { type Connected, connectServers } from './page-client.ts'
import type { PageState } from './page-state.ts'
import { readView, type ReadView } from './read-view.ts'

/** A running tool call and its View. */
export interface BegunCall {
  readonly view: ReadView
  readonly result: ReturnType<Connected['client']['callTool']>
  /** Aborted when the user stops the call. */
  readonly stop: AbortController
}

/** Connects, calls the tool and reads its View, as a host does before it mounts one. */
export async function beginCall(app: TestApp, state: PageState): Promise<BegunCall> {
  const connected = await connectServers(app)
  state.connected = connected
  const tool = connected.tools.find(({ name }) => name === app.tool)
  const uri = tool && getToolUiResourceUri(tool)
  if (!uri) throw new Error(`${app.tool} names no View`)
  const stop = new AbortController()
  const result = connected.client.callTool({ name: app.tool, arguments: app.input }, { signal: stop.signal })
  result.catch(() => {})
  return { view: await readView(connected.client, uri), result, stop }
}
