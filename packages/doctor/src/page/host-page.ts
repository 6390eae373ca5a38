import { mintingSandbox, mountApp, type McpClientLike, type MountedApp, type MountOptions } from 'casement/host'
import { CasementError } from 'casement/protocol'
import { applyProfile, profileOf } from 'casement/testing/profiles'
import { GOODBYE, type MountPlan, type MountRecord, type WireNote } from '../dynamic/mount-record.ts'
import type { DoctorPage } from '../dynamic/page-api.ts'
import { fieldsOf, isFields, type Fields } from '../static/fields.ts'
import { readPixels } from './read-pixels.ts'

declare global {
  interface Window {
    doctor: DoctorPage
    /** Sends a request to the server; the client is not in the page. */
    askServer(method: string, params: unknown): Promise<{ result: unknown } | { error: { message: string; code?: number } }>
  }
}

interface Mounted {
  readonly view: MountedApp
  readonly container: HTMLElement
  readonly steps: MountRecord['steps'][number][]
  readonly reports: Fields[]
  readonly wire: WireNote[]
  readonly waiting: Set<() => void>
}

const MAX_MESSAGES = 2000
const PATIENCE = 60_000
// The host draws its border and round corners over the edge of the frame.
const EDGE = 4
const mounts = new Map<string, Mounted>()

async function ask(method: string, params: unknown): Promise<unknown> {
  const answer = await window.askServer(method, params ?? {})
  if ('error' in answer) throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
  return answer.result
}

const clientFor = ({ capabilities, document: given }: MountPlan): McpClientLike => ({
  getServerCapabilities: () => capabilities,
  callTool: (params) => ask('tools/call', params),
  listTools: (params) => ask('tools/list', params),
  readResource: (params) => (given ? Promise.resolve(given) : ask('resources/read', params)),
  listResources: (params) => ask('resources/list', params),
  listResourceTemplates: (params) => ask('resources/templates/list', params),
  listPrompts: (params) => ask('prompts/list', params),
})

const NOWHERE: NonNullable<MountOptions['handlers']> = {
  onopenlink: async () => ({}),
  onmessage: async () => ({}),
  ondownloadfile: async () => ({}),
  onupdatemodelcontext: async () => ({}),
}

const sandbox = mintingSandbox('/casement/mint')

function optionsOf(plan: MountPlan, heard: (note: WireNote) => void): MountOptions {
  const { tool, app, input, partial, result, deadline, maxHeight, directPort = true, isUsed = false } = plan
  const trace: NonNullable<MountOptions['bridge']>['trace'] = ({ direction, message, refused }) => {
    if (isFields(message)) heard({ direction, message, ...(refused !== undefined && { refused }) })
  }
  return applyProfile(profileOf(plan.profile), {
    client: clientFor(plan),
    // Tool and result from the server, also if they are invalid, to observe the reaction of a host.
    tool: tool as unknown as MountOptions['tool'],
    sandbox,
    app,
    hostInfo: { name: 'casement-doctor', version: '0.0.0' },
    containerDimensions: { width: plan.width, maxHeight },
    deadlines: { initialize: deadline, initialized: deadline },
    // There is no user to ask. When the doctor uses the View, it permits everything, and sent data goes nowhere.
    policies: { consent: { ask: async () => isUsed } },
    ...(isUsed && { handlers: NOWHERE }),
    bridge: { trace, directPort },
    pool: false,
    liveSet: false,
    watch: false,
    onrequestteardown: 'ignore',
    ...(input && { input }),
    ...(partial !== undefined && { partial: piecesOf(plan.slot, partial) }),
    ...(result && { result: result as never }),
  })
}

/** The text as a model writes it, while the View looks on: a piece at a time, the first of them without any member. */
async function* piecesOf(slot: string, text: string): AsyncGenerator<string> {
  // Not before there is such a mount: the stream is read while it is made.
  await new Promise((resolve) => setTimeout(resolve, 0))
  await doctor.until(slot, ['initialized'])
  const size = Math.max(1, Math.ceil((text.length - 1) / 6))
  yield text.slice(0, 1)
  for (let at = 1; at < text.length; at += size) {
    await new Promise((resolve) => setTimeout(resolve, 40))
    yield text.slice(at, at + size)
  }
}

function mountOf(slot: string): Mounted {
  const mounted = mounts.get(slot)
  if (!mounted) throw new Error(`nothing is mounted in ${slot}`)
  return mounted
}

function start(plan: MountPlan): void {
  const container = document.createElement('div')
  container.dataset['slot'] = plan.slot
  container.style.width = `${plan.width}px`
  document.body.append(container)
  const waiting = new Set<() => void>()
  const notify = (): void => waiting.forEach((look) => look())
  const steps: Mounted['steps'] = []
  const wire: WireNote[] = []
  const view = mountApp(
    container,
    optionsOf(plan, (note) => {
      if (wire.length < MAX_MESSAGES) wire.push(note)
      const { logger, data } = fieldsOf(note.message['params'])
      if (logger !== GOODBYE) return
      steps.push({ name: `${GOODBYE} ${String(data)}`, elapsed: 0 })
      notify()
    }),
  )
  const mounted: Mounted = { view, container, steps, reports: [], wire, waiting }
  view.events.on('step', ({ name, elapsed }) => {
    mounted.steps.push({ name, elapsed })
    notify()
  })
  view.events.on('report', (report) => void mounted.reports.push(report))
  view.events.on('stage', notify)
  mounts.set(plan.slot, mounted)
}

const doctor: DoctorPage = {
  start,
  update: (slot, changes) => mountOf(slot).view.update(changes),
  async reload(slot) {
    const mounted = mountOf(slot)
    mounted.steps.length = 0
    await mounted.view.reload().catch(() => {})
  },
  resize(slot, width) {
    mountOf(slot).container.style.width = `${width}px`
  },
  dispose: (slot) => mountOf(slot).view.dispose('the examination is over'),
  until(slot, steps) {
    const mounted = mountOf(slot)
    return new Promise((resolve) => {
      const look = (): void => {
        if (mounted.view.stage !== 'failed' && !mounted.steps.some(({ name }) => steps.includes(name))) return
        mounted.waiting.delete(look)
        resolve()
      }
      mounted.waiting.add(look)
      look()
    })
  },
  async ping(slot) {
    // A View that does not respond has still received it, which the script inside it records.
    await mountOf(slot)
      .view.bridge?.ping({ timeout: PATIENCE })
      .catch((error: unknown) => (CasementError.is(error, 'TIMEOUT') ? new Promise<never>(() => {}) : undefined))
  },
  record(slot) {
    const { view, steps, reports, wire } = mountOf(slot)
    const { stage, diagnosis } = view
    return { stage, diagnosis, steps, reports, wire }
  },
  place(slot) {
    const frame = mountOf(slot).view.element.shadowRoot?.querySelector('iframe')
    if (!frame) return { x: 0, y: 0, width: 0, height: 0 }
    const { x, y, width, height } = frame.getBoundingClientRect()
    return { x: x + EDGE, y: y + EDGE, width: width - 2 * EDGE, height: height - 2 * EDGE }
  },
  slotOf(frame) {
    const root = frame instanceof Element ? frame.getRootNode() : undefined
    const container = root instanceof ShadowRoot ? root.host.closest<HTMLElement>('[data-slot]') : null
    return container?.dataset['slot'] ?? ''
  },
  look: readPixels,
}

window.doctor = doctor
