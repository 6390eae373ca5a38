import { expect, test } from 'vitest'
import { type Open, provesItself, unproven } from '../suite/proves-itself.ts'
import { examineServer } from './examine-server.ts'
import { serverChecks } from './server-checks.ts'
import { openServer, type ServerSubject } from './server-subject.ts'
import { littleServer, type Parts, SOUND } from './test-support/little-server.ts'
import { MUTANTS } from './test-support/mutant-servers.ts'

const open =
  (parts: Parts): Open<ServerSubject> =>
  async () =>
    openServer(littleServer(parts))

test('every check of a server fails on its mutant and passes on the sound server', async () => {
  const mutants = Object.fromEntries(Object.entries(MUTANTS).map(([name, broken]) => [name, open({ ...SOUND, ...broken })]))
  const proofs = await provesItself(serverChecks, open(SOUND), mutants)
  expect(unproven(proofs)).toEqual([])
  expect(proofs.length).toBeGreaterThanOrEqual(35)
  expect(Object.keys(MUTANTS).toSorted()).toEqual(serverChecks.map(({ mutant }) => mutant).toSorted())
})

test('the report on a sound server is ok, and names it', async () => {
  const report = await examineServer(littleServer(SOUND))
  expect(report).toMatchObject({ subject: 'https://weather.example/mcp', ok: true })
  expect(report.counts).toEqual({ pass: serverChecks.length, fail: 0, 'not-applicable': 0, unfinished: 0 })
})

test('a server that is not there is an error, not a report', async () => {
  const nobody = { kind: 'http', url: 'http://127.0.0.1:9/mcp' } as const
  await expect(examineServer(nobody)).rejects.toThrow('the server refused the connection')
})
