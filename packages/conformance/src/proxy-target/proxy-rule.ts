import type { Check } from '../suite/check.ts'
import type { ProxySubject } from './proxy-subject.ts'
import type { Message } from './stand.ts'

/** A rule for proxies: a MUST of the stable text, unless stated otherwise. */
export type ProxyRule = Omit<Check<ProxySubject>, 'tag' | 'level' | 'mutant'> &
  Partial<Pick<Check<ProxySubject>, 'tag' | 'level'>>

/** Makes a check of a rule. The mutant is called as the rule is, without its beginning. */
export function proxyCheck({ tag = 'stable', level = 'must', ...rule }: ProxyRule): Check<ProxySubject> {
  return { ...rule, tag, level, mutant: rule.id.replace('proxy/', '') }
}

/** The messages with this method. */
export const withMethod = (messages: readonly Message[], method: string): Message[] =>
  messages.filter((message) => message?.['method'] === method)
