import { finding, type Finding } from '../catalogue/finding.ts'
import type { AccessProblem, Answer, Facts } from './facts.ts'

const CODES = { unauthorised: 'server-unauthorised', 'session-lost': 'server-session-lost' } as const

/** Problems of the connection, reported once for all requests. */
export function checkAccess({ tools, resources, views, calls, ping, noise = [] }: Facts): Finding[] {
  const answers: Answer<unknown>[] = [tools, resources, ...views.map(({ read }) => read), ...calls.map(({ answer }) => answer)]
  const found = Object.entries(CODES).flatMap(([problem, code]) => {
    const first = answers.find((answer) => !answer.ok && answer.problem === problem)
    return first && !first.ok ? [finding(code, first.message)] : []
  })
  if (ping && !ping.ok && !isAccessProblem(ping)) found.push(finding('server-ping-unanswered', ping.message))
  if (noise[0] !== undefined)
    found.push(finding('server-stdout-noise', `${noise.length} line(s), the first is ${JSON.stringify(noise[0])}`))
  return found
}

/** True for findings that apply to the server as a whole. */
export const isAccessProblem = (answer: Answer<unknown>): answer is Answer<unknown> & { ok: false; problem: AccessProblem } =>
  !answer.ok && answer.problem in CODES
