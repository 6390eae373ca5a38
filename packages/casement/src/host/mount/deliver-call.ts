import { REUSE_CAPABILITY } from '../../protocol/constants.ts'
import { platform, type Unsubscribe } from '../../protocol/runtime.ts'
import type { Tool } from '../../protocol/schemas/index.ts'
import { ToolDelivery, type ToolData } from '../model/tool-data.ts'
import type { MountedApp } from './mount-app.ts'

const deliveries = new WeakMap<MountedApp, Unsubscribe>()

/**
 * Delivers a later call of a tool to the live View of an earlier one (`dev.casement/view-reuse`, a draft). Returns false if the
 * author of the tool, the View or the host has not chosen it, or if the View is not ready or its call still running: then mount
 * another View.
 */
export function deliverCall(view: MountedApp, tool: Pick<Tool, '_meta'>, call: ToolData): boolean {
  const { bridge, stage, events } = view
  if (stage !== 'ready' || !bridge || tool._meta?.[REUSE_CAPABILITY] !== true) return false
  const sides = [bridge.getCapabilities(), bridge.getAppCapabilities()]
  if (!sides.every((capabilities) => capabilities?.experimental?.[REUSE_CAPABILITY]) || !bridge.beginCall()) return false
  const delivery = new ToolDelivery(platform)
  delivery.attach(bridge)
  delivery.accept(call)
  deliveries.get(view)?.()
  // A View that is reloaded or thawed first receives the call that it was mounted with.
  const follow = events.on('bridge', (next) => {
    next.beginCall()
    delivery.attach(next)
  })
  deliveries.set(view, follow)
  return true
}
