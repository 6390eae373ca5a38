import { shorten } from './describe-value.ts'
import type { Failure } from './failures.ts'

type Calls = Record<string, unknown>

/** Observes the calls of `window.openai` and the globals that ChatGPT sets. Both are recorded as reports, because they are no messages. */
export function observeOpenAi(report: (entry: Failure) => void): void {
  const wrapped = new WeakSet()
  const wrap = (): void => {
    const openai = (window as { openai?: unknown }).openai as Calls | undefined
    if (typeof openai !== 'object' || openai === null || wrapped.has(openai)) return
    wrapped.add(openai)
    for (const [name, member] of Object.entries(openai)) if (typeof member === 'function') wrapCall(openai, name, report)
    const globals = Object.entries(openai).filter(([, member]) => typeof member !== 'function')
    report({ kind: 'openai', name: 'globals', message: shorten(Object.fromEntries(globals)) })
  }
  addEventListener('openai:set_globals', (event) => {
    wrap()
    report({ kind: 'openai', name: 'set_globals', message: shorten((event as CustomEvent<unknown>).detail) })
  })
  addEventListener('DOMContentLoaded', wrap)
  wrap()
}

/** Wraps one function, unless the host has frozen it. */
function wrapCall(openai: Calls, name: string, report: (entry: Failure) => void): void {
  const original = openai[name] as (...args: unknown[]) => unknown
  const call = (...args: unknown[]): unknown => {
    report({ kind: 'openai', name, message: shorten(args) })
    const returned = original.apply(openai, args)
    if (!(returned instanceof Promise)) return returned
    return returned.then(
      (value: unknown) => {
        report({ kind: 'openai', name: `${name} result`, message: shorten(value) })
        return value
      },
      (error: unknown) => {
        report({ kind: 'openai', name: `${name} error`, message: shorten(error) })
        throw error
      },
    )
  }
  Reflect.defineProperty(openai, name, { ...Object.getOwnPropertyDescriptor(openai, name), value: call })
}
