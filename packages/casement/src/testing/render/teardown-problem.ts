import type { Observed } from '../observation.ts'

/** The problem of the View's last response to `ui/resource-teardown`, if there is one. */
export function teardownProblem({ log: { entries } }: Pick<Observed, 'log'>): string | undefined {
  const asked = entries.findLastIndex(
    ({ from, read }) => from === 'host' && read.kind === 'request' && read.method === 'ui/resource-teardown',
  )
  if (asked < 0) return undefined
  const answer = entries.slice(asked).find(({ from, answers }) => from === 'view' && answers === 'ui/resource-teardown')?.read
  if (answer?.kind === 'reply') return undefined
  return answer?.kind === 'failure'
    ? `The View rejected ui/resource-teardown: ${answer.error.message}. Its onteardown must not throw`
    : 'The View did not respond to ui/resource-teardown in time: its onteardown must return, and its page must not be busy (R-270)'
}
