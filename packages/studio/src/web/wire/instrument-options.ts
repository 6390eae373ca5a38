import type { AppBridge, MountOptions, SandboxProvider } from 'casement/host'
import { channelOf } from 'casement/protocol'
import { faultyChannel } from 'casement/testing/faults'
import { applyProfile, profileOf } from 'casement/testing/profiles'
import type { Lab } from './lab.ts'
import type { OpenNotes } from './view-notes.ts'
import type { WireLog } from './wire-log.ts'

/** Options with a profile, faults, and an ear at everything. What the options listened with before still hears. */
export function instrumentOptions(view: string, log: WireLog, notes: OpenNotes, lab: Lab, given: MountOptions): MountOptions {
  const options = applyProfile(profileOf(lab.profile), given)
  const { bridge = {}, prepare } = options
  return {
    ...options,
    sandbox: notingSandbox(options.sandbox, notes),
    bridge: {
      ...bridge,
      // A fault befalls what passes through the channel, so everything has to.
      ...(lab.faults.length > 0 && { directPort: false }),
      trace(entry) {
        bridge.trace?.(entry)
        const { message } = entry
        log.append({ ...entry, view, hop: isOfSandbox(message) ? 'sandbox' : 'view-host' })
      },
      audit(event) {
        bridge.audit?.(event)
        notes.act(event)
      },
    },
    prepare(made) {
      if (lab.faults.length > 0) injectInto(made, lab)
      prepare?.(made)
    },
  }
}

function notingSandbox(sandbox: SandboxProvider, notes: OpenNotes): SandboxProvider {
  return {
    ...sandbox,
    async open(resource, options) {
      const ticket = await sandbox.open(resource, options)
      notes.show(resource, ticket)
      return ticket
    },
  }
}

function injectInto(bridge: AppBridge, { faults, seed }: Lab): void {
  const connect = bridge.connect.bind(bridge)
  bridge.connect = (transport) => connect(faultyChannel(channelOf(transport), faults, { seed }))
}

const SANDBOX_METHODS = /^(?:ui\/notifications\/sandbox-|dev\.casement\/sandbox\/)/

const isOfSandbox = (message: unknown): boolean =>
  typeof message === 'object' &&
  message !== null &&
  'method' in message &&
  typeof message.method === 'string' &&
  SANDBOX_METHODS.test(message.method)
