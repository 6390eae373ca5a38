import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { writeTrace, type Trace } from '../../packages/casement/src/testing/trace/index.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { CASEMENT } from '../studio/run-casement.ts'
import { codeOf, recordingOf, serverProgram, viewHtml } from './recorded-view.ts'

interface Found {
  readonly failsAnyway?: string
  readonly culprits: readonly { readonly toggles: readonly { readonly name: string }[]; readonly failure: string }[]
}

async function bisect(files: Record<string, string>, ...args: string[]): Promise<{ code: number; found: Found; stderr: string }> {
  const folder = temporaryFolder(files)
  const given = args.map((argument) => argument.replace('FOLDER', folder))
  const child = spawn(process.execPath, [CASEMENT, 'bisect', '--json', join(folder, 'recording'), ...given], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ])
  return { code, found: (out === '' ? { culprits: [] } : JSON.parse(out)) as Found, stderr }
}

const namesOf = ({ culprits }: Found): string[] => culprits.map(({ toggles }) => toggles.map(({ name }) => name).join(' and '))

const withCsp = ({ header, records }: Trace, csp: object): Trace => ({
  header: {
    ...header,
    view: { app: '', tool: { name: 'forecast' }, resource: { html: header.view?.resource?.html ?? '', csp } },
  },
  records,
})

test('names storage, for a View that fails only without it, with its document from its server', async () => {
  const server = serverProgram(viewHtml("localStorage.setItem('visited', '1')"))
  const { code, found } = await bisect(
    { recording: await codeOf(recordingOf(undefined)), 'server.mjs': server },
    '--try',
    'policy',
    '--',
    process.execPath,
    'FOLDER/server.mjs',
  )
  expect({ code, names: namesOf(found) }).toEqual({ code: 1, names: ['storage throws (opaque origin)'] })
  expect(found.culprits[0]?.failure).toContain('SecurityError')
})

test('names the list of domains, for a View that fails only under a stricter policy', async () => {
  const html = viewHtml("fetch('https://api.invalid/data', { mode: 'no-cors' }).catch(() => {})")
  const recording = writeTrace(withCsp(recordingOf(html), { connectDomains: ['https://api.invalid'] }))
  const { code, found } = await bisect({ recording }, '--try', 'policy')
  expect({ code, names: namesOf(found) }).toEqual({ code: 1, names: ['connectDomains are not honoured'] })
})

test('a View that fails anyway is said to, and a recording without a document says what is missing', async () => {
  const failing = await bisect({ recording: writeTrace(recordingOf(viewHtml("throw new Error('broken from the start')"))) })
  expect(failing).toMatchObject({ code: 1, found: { culprits: [] } })
  expect(failing.found.failsAnyway).toBeDefined()
  expect(await bisect({ recording: writeTrace(recordingOf(undefined)) })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Add its server') as string,
  })
})
