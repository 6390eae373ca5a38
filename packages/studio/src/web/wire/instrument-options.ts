import type { AppBridge, MountOptions, SandboxProvider } from 'casement/host'
import { channelOf } from 'casement/protocol'
import { faultyChannel, type InjectedFault } from 'casement/testing/faults'
import { applyProfile, profileOf } from 'casement/testing/profiles'
import type { Lab } from './lab.ts'
import type { OpenNotes } from './view-notes.ts'
import type { WireLog } from './wire-log.ts'

/** Options with a profile, faults, and a listener to all messages. Listeners of the given options still receive them. */
export function instrumentOptions(view: string, log: WireLog, notes: OpenNotes, lab: Lab, given: MountOptions): MountOptions {
  const options = applyProfile(profileOf(lab.profile), given)
  const { bridge = {}, prepare } = options
  const marks = faultMarks(view, log)
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
        const fault = entry.direction === 'to-view' ? marks.take() : undefined
        log.append({ ...entry, view, hop: isOfSandbox(message) ? 'sandbox' : 'view-host', ...(fault && { fault }) })
      },
      onreport(report) {
        bridge.onreport?.(report)
        if (report.reason === 'broken') notes.incident(`The View sent an invalid message: ${report.why}`)
      },
      audit(event) {
        bridge.audit?.(event)
        notes.act(event)
      },
    },
    prepare(made) {
      if (lab.faults.length > 0) injectInto(made, lab, marks)
      prepare?.(made)
      noteIncidents(made, notes)
    },
  }
}

/** Records the problems that the bridge reports, and the messages that the sandbox dropped. */
function noteIncidents(bridge: AppBridge, notes: OpenNotes): void {
  const { onerror } = bridge
  bridge.onerror = (error) => {
    onerror?.(error)
    notes.incident(error.message)
  }
  bridge.addEventListener('sandboxnote', ({ kind, params }) => {
    if (kind === 'dropped') notes.incident(`The sandbox dropped a message of the View: ${String(params['reason'])}`)
  })
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

interface FaultMarks {
  note(fault: InjectedFault): void
  /** The fault of the message that is being sent. */
  take(): string | undefined
}

/** Marks the messages that a fault was injected into. One from the View is logged here as the View sent it: it may never arrive. */
function faultMarks(view: string, log: WireLog): FaultMarks {
  let sending: string | undefined
  return {
    note({ name, direction, message }) {
      if (direction === 'out') sending = name
      else log.append({ at: performance.now(), view, hop: 'view-host', direction: 'from-view', message, bytes: 0, fault: name })
    },
    take() {
      const taken = sending
      sending = undefined
      return taken
    },
  }
}

function injectInto(bridge: AppBridge, { faults, seed }: Lab, marks: FaultMarks): void {
  const connect = bridge.connect.bind(bridge)
  bridge.connect = (transport) =>
    connect(faultyChannel(channelOf(transport), faults, { seed, onfault: (fault) => marks.note(fault) }))
}

const SANDBOX_METHODS = /^(?:ui\/notifications\/sandbox-|dev\.casement\/sandbox\/)/

const isOfSandbox = (message: unknown): boolean =>
  typeof message === 'object' &&
  message !== null &&
  'method' in message &&
  typeof message.method === 'string' &&
  SANDBOX_METHODS.test(message.method)
