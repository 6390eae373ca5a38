import type { AuditEvent } from 'casement/host'
import { expect, test } from 'vitest'
import type { LogEntry } from '../observability/log.ts'
import type { NewAudit } from '../store/audit.ts'
import type { Store } from '../store/store.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
import { LOCAL_USER } from '../security/principal.ts'
import { createAuditLog } from './audit-log.ts'

const event: AuditEvent = {
  at: 1,
  ms: 2,
  app: 'a',
  view: 'v',
  appInfo: undefined,
  method: 'tools/call',
  target: undefined,
  params: {},
  decision: 'allowed',
}

test('a batch that fails is kept and retried with the same keys, and a write resolves only when it is stored', async () => {
  const attempts: (readonly NewAudit[])[] = []
  const logged: LogEntry[] = []
  const failures = [new StoreUnavailable('the disk is full'), new StoreUnavailable('the disk is full')]
  const appendAudit = async (batch: readonly NewAudit[]): Promise<void> => {
    attempts.push(batch)
    const failure = failures.shift()
    if (failure) throw failure
  }
  // The log uses nothing else of the store.
  const audit = createAuditLog({ appendAudit } as unknown as Store, (entry) => logged.push(entry))
  let isStored = false
  const written = Promise.all([audit.write(LOCAL_USER, 'c', event), audit.write(LOCAL_USER, 'c', event)]).then(
    () => (isStored = true),
  )
  await expect.poll(() => attempts.length).toBe(1)
  expect(isStored).toBe(false)
  await written
  expect(attempts.length).toBeGreaterThanOrEqual(3)
  expect(attempts.at(-1)?.map(({ key }) => key)).toEqual(expect.arrayContaining([attempts[0]?.[0]?.key]))
  expect(logged).toMatchObject([{ event: 'audit-delayed', reason: 'the disk is full' }])
  expect(audit.waiting).toBe(0)
  await audit.close()
})
