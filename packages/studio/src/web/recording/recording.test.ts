import type { MountedApp } from 'casement/host'
import { createPeer, memoryChannels, type HostToView, type ViewToHost } from 'casement/protocol'
import { createRecorder, readTrace, recordedChannel, writeTrace, type Trace } from 'casement/testing/trace'
import { App } from 'casement/view'
import ts from 'typescript'
import { describe, expect, test, vi } from 'vitest'
import { createViewNotes } from '../wire/view-notes.ts'
import { createWireLog } from '../wire/wire-log.ts'
import { exportTest } from './export-test.ts'
import { makeTrace, traceFileName } from './make-trace.ts'

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

describe('a View is saved', () => {
  const log = createWireLog({ nextFrame: () => {}, now: () => 1030 })
  const notes = createViewNotes({ app: 'https://a.example/mcp', profile: 'strict', modelContext: undefined, state: undefined })
  const view = { id: 'v', entry: 'v', tool: 'the tool', server: 's', notes, mounted: {} as MountedApp }
  const note = (method: string) => ({ jsonrpc: '2.0', method })
  log.append({ at: 900, view: 'other', hop: 'view-host', direction: 'to-view', message: note('x'), bytes: 1 })
  log.append({ at: 1010, view: 'v', hop: 'view-host', direction: 'from-view', path: 'relay', message: note('a'), bytes: 1 })
  log.serverMessage('s', 'to-server', note('b'))
  log.serverMessage('elsewhere', 'to-server', note('y'))
  log.append({
    at: 1040,
    view: 'v',
    hop: 'sandbox',
    direction: 'from-view',
    message: 'broken',
    refused: 'not JSON-RPC',
    bytes: 1,
  })
  notes.step({ name: 'fetch', at: 1005, elapsed: 5 })
  notes.show(
    { app: 'a', html: '<p>Hi', csp: { connectDomains: ['https://a.example'] } },
    {
      mode: 'opaque',
      sandbox: 'allow-scripts',
      allow: '',
      effective: {},
      refused: [],
      proxyUrl: '',
      proxyOrigin: '',
      reason: '',
      capabilities: {
        isolatedProcess: 'unknown',
        isolatedFromOtherApps: 'unknown',
        blocksConnections: 'unknown',
        storage: 'unknown',
      },
    },
  )

  test('with all that it and its server said, in order, and what it was', () => {
    const trace = makeTrace(view, log)
    expect(readTrace(writeTrace(trace))).toEqual(trace)
    expect(trace.records.map((record) => [record.at, record.kind])).toEqual([
      [5, 'step'],
      [10, 'message'],
      [30, 'message'],
      [40, 'message'],
    ])
    expect(trace.records[3]).toMatchObject({ hop: 'sandbox', refused: 'not JSON-RPC' })
    expect(trace.header.view).toMatchObject({
      app: 'https://a.example/mcp',
      tool: { name: 'the tool' },
      resource: { html: '<p>Hi', csp: { connectDomains: ['https://a.example'] } },
      policy: { mode: 'opaque', sandbox: 'allow-scripts' },
    })
  })

  test('under a name that every file system takes', () => {
    expect(traceFileName(makeTrace(view, log))).toMatch(/^the-tool-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\.trace\.jsonl$/)
  })
})

/** A session of a real App with a host that says nothing special, recorded. */
async function recordApp(): Promise<Trace> {
  const [host, end] = memoryChannels()
  const recorder = createRecorder({ by: { name: 'test', version: '1' }, title: 'a `tricky` ${title}' })
  const peer = createPeer<HostToView, ViewToHost>(recordedChannel(host, recorder, 'host'))
  peer.handle('ui/initialize', ({ protocolVersion }) => ({
    protocolVersion,
    hostInfo: { name: 'h', version: '1' },
    hostCapabilities: {},
    hostContext: {},
  }))
  peer.on('ui/notifications/initialized', () => peer.notify('ui/notifications/tool-input', { arguments: { text: '`${x}`\\' } }))
  await new App({ name: 'mine', version: '3.0.0' }, {}, { autoResize: false }).connect(end)
  await settle()
  return recorder.trace()
}

test('the exported test is TypeScript that does what it says: it passes with the View that was recorded', async () => {
  vi.stubGlobal('document', undefined)
  const source = exportTest(await recordApp())
  const { outputText, diagnostics } = ts.transpileModule(source, {
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  })
  expect(diagnostics).toEqual([])
  expect(source).toContain('new App({"name":"mine","version":"3.0.0"})')
  const body = outputText.replace(/^import .*$/gm, '')
  const { replayTrace } = await import('casement/testing')
  let run: (() => Promise<void>) | undefined
  const define = (name: string, given: () => Promise<void>): void => {
    expect(name).toContain('matches the recording')
    run = given
  }
  class Quiet extends App {
    constructor(info: ConstructorParameters<typeof App>[0]) {
      super(info, {}, { autoResize: false })
    }
  }
  // oxlint-disable-next-line typescript/no-implied-eval -- the exported source is what is tested
  const load = new Function('replayTrace', 'App', 'expect', 'test', body)
  load(replayTrace, Quiet, expect, define)
  await run?.()
  vi.unstubAllGlobals()
})
