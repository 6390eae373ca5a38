import type { Observed } from '../observation.ts'

/** What is wrong with how the View said goodbye; undefined when nothing is. */
export function teardownProblem({ log }: Observed): string | undefined {
  const asked = log.entries.findLast(
    ({ from, read }) => from === 'host' && 'method' in read && read.method === 'ui/resource-teardown',
  )
  if (!asked) return undefined
  const answer = log.entries.findLast(({ from, answers }) => from === 'view' && answers === 'ui/resource-teardown')
  if (answer?.read.kind === 'reply') return undefined
  return answer?.read.kind === 'failure'
    ? `The View answered ui/resource-teardown with an error: ${answer.read.error.message}. Its onteardown must not throw`
    : 'The View did not answer ui/resource-teardown in time: its onteardown must return, or its page is too busy to answer (R-270)'
}
