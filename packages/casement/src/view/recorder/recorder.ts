import { showCorner } from './corner.ts'
import { observeFailures, type Failure } from './failures.ts'
import { observeOpenAi } from './openai-calls.ts'
import { describePage, describeStorage } from './page-facts.ts'
import { observeParent, type OnMessage, type ParentWindow } from './parent-messages.ts'
import { observePorts } from './port-messages.ts'
import { createRecordBuffer } from './record-buffer.ts'
import { encodeRecording } from '../../protocol/recording-code.ts'
import { createSessionFacts } from './session-facts.ts'
import { onShortcut, readSettings } from './settings.ts'

/** A recording of this page, from the moment the recorder was loaded. */
export interface FlightRecorder {
  /** The recording as a trace file: JSON lines, as `readTrace` of `casement/testing/trace` takes it. */
  recording(): string
  /** The recording as one word to copy, which `casement replay` accepts. */
  code(): Promise<string>
  /** Sends the recording to the recorder tool of the View's own server. Resolves with the host's response. */
  send(tool?: string): Promise<unknown>
  /** Shows the button that copies the code. */
  show(): void
  /** Writes the code to the console. */
  print(): Promise<void>
}

/** The tool that `registerRecorderTool` of `casement/server` adds. */
const RECORDER_TOOL = 'casement_recording'
const QUIET_MS = 2000
const RESPONSE_MS = 60_000
const MAX_AUTOMATIC = 5
const FAILURES = new Set(['error', 'rejection', 'csp', 'resource'])

/** Starts recording. Nothing that it does throws into the page. */
export function startRecorder(): FlightRecorder {
  const start = performance.now()
  const startedAt = Date.now()
  const buffer = createRecordBuffer(() => performance.now() - start)
  const facts = createSessionFacts()
  const pending = new Map<string, (response: unknown) => void>()
  let onFailure: (() => void) | undefined
  let onTeardown: (() => void) | undefined
  let hasStorage = false
  let parentWindow: ParentWindow | undefined

  const record = (direction: 'to-view' | 'from-view', message: unknown, path?: 'port'): void => {
    buffer.add({ kind: 'message', hop: 'view-host', direction, message, ...(path && { path }) })
    facts.read(message)
    if (direction === 'to-view' && fieldOf(message, 'method') === 'ui/resource-teardown') onTeardown?.()
  }
  const onMessage: OnMessage = (direction, message) => {
    const settle = direction === 'to-view' ? pending.get(String(fieldOf(message, 'id'))) : undefined
    if (settle) settle(message)
    else record(direction, message)
    return settle !== undefined
  }
  const report = (failure: Failure): void => {
    buffer.add({ kind: 'report', report: failure })
    if (FAILURES.has(failure.kind)) onFailure?.()
  }

  report(describePage())
  attempt(() => (parentWindow = observeParent(onMessage)), report)
  attempt(() => observePorts((direction, message) => (record(direction, message, 'port'), false)), report)
  attempt(() => observeFailures(report), report)
  attempt(() => observeOpenAi(report), report)

  const recorder: FlightRecorder = {
    recording() {
      if (!hasStorage) report(describeStorage())
      hasStorage = true
      return `${[headerOf(startedAt, facts.current), ...buffer.lines()].join('\n')}\n`
    },
    code: () => encodeRecording(recorder.recording()),
    async send(tool = RECORDER_TOOL) {
      const params = { name: tool, arguments: { code: await recorder.code() } }
      return new Promise((resolve, reject) => {
        const id = `casement-recorder-${crypto.randomUUID()}`
        if (!parentWindow) return reject(new Error('The page is not embedded in a host'))
        const timer = setTimeout(() => {
          pending.delete(id)
          reject(new Error(`The host did not respond to the call of ${tool} within ${RESPONSE_MS} ms`))
        }, RESPONSE_MS)
        pending.set(id, (response) => {
          pending.delete(id)
          clearTimeout(timer)
          resolve(response)
        })
        parentWindow.post({ jsonrpc: '2.0', id, method: 'tools/call', params })
      })
    },
    show: () => showCorner(() => recorder.code()),
    // oxlint-disable-next-line no-console -- the caller asked for the console
    print: async () => console.log(await recorder.code()),
  }
  const { send, corner, console: prints } = readSettings()
  const publish = (): void => {
    if (send && facts.current.isInitialized) recorder.send().catch(() => {})
    if (prints) void recorder.print()
  }
  if (send || prints) onFailure = throttled(publish)
  if (send || prints) onTeardown = publish
  if (corner) whenParsed(() => recorder.show())
  onShortcut(() => recorder.show())
  return recorder
}

/** Delays calls, merges those in the meantime, and limits their number. */
function throttled(run: () => void): () => void {
  let left = MAX_AUTOMATIC
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    if (timer !== undefined || left-- <= 0) return
    timer = setTimeout(() => {
      timer = undefined
      run()
    }, QUIET_MS)
  }
}

function whenParsed(run: () => void): void {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', run)
  else run()
}

function attempt(install: () => unknown, report: (failure: Failure) => void): void {
  try {
    install()
  } catch (error) {
    report({ kind: 'recorder', message: `A part is not recorded: ${String(error)}` })
  }
}

const fieldOf = (message: unknown, name: string): unknown =>
  typeof message === 'object' && message !== null ? (message as Record<string, unknown>)[name] : undefined

function headerOf(startedAt: number, { host, tool }: ReturnType<typeof createSessionFacts>['current']): string {
  return JSON.stringify({
    casementTrace: 1,
    startedAt,
    by: { name: 'casement-recorder', version: '1' },
    title: document.title || 'View',
    ...(host !== undefined && { host }),
    ...(typeof tool?.['name'] === 'string' && { view: { app: location.origin, tool } }),
  })
}
