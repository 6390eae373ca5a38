import { hostToView, viewToHost } from 'casement/protocol'
import { nearest } from './nearest.ts'

// Between a host and its sandbox; and keys of metadata that look like methods.
const OTHERS = ['ui/notifications/sandbox-proxy-ready', 'ui/notifications/sandbox-resource-ready', 'ui/resourceUri']

const METHODS: ReadonlySet<string> = new Set([...Object.keys(viewToHost), ...Object.keys(hostToView), ...OTHERS])

/** Common misspellings of method names. */
const MISTAKES: readonly (readonly [pattern: RegExp, method: string])[] = [
  [/call[-_]?(server[-_]?)?tool|tools?[-_/.]call/i, 'tools/call'],
  [/tool[-_]?(result|output|response)/i, 'ui/notifications/tool-result'],
  [/tool[-_]?input[-_]?partial|partial/i, 'ui/notifications/tool-input-partial'],
  [/tool[-_]?(input|arguments|params)/i, 'ui/notifications/tool-input'],
  [/tool[-_]?cancel/i, 'ui/notifications/tool-cancelled'],
  [/(send[-_]?)?(message|prompt|follow[-_]?up)/i, 'ui/message'],
  [/open[-_]?(external|link|url)|link/i, 'ui/open-link'],
  [/display[-_]?mode|fullscreen/i, 'ui/request-display-mode'],
  [/size|resize|height/i, 'ui/notifications/size-changed'],
  [/context[-_]?changed|theme/i, 'ui/notifications/host-context-changed'],
  [/model[-_]?context/i, 'ui/update-model-context'],
  [/initiali[sz]ed|ready/i, 'ui/notifications/initialized'],
  [/initiali[sz]e|handshake/i, 'ui/initialize'],
  [/download/i, 'ui/download-file'],
  [/teardown|close|dispose/i, 'ui/resource-teardown'],
]

/** True for a method of MCP Apps, in either direction. */
export const isMethod = (name: string): boolean => METHODS.has(name)

/** The method that was most likely meant. */
export const meantMethod = (name: string): string | undefined =>
  nearest(name, [...METHODS]) ??
  MISTAKES.find(([pattern]) => pattern.test(name.replace(/^(ui|mcp)[/:]|notifications\//g, '')))?.[1]

/** The method that was meant, as the end of a sentence; empty when none is similar. */
export function suggestion(name: string): string {
  const meant = meantMethod(name)
  return meant === undefined ? '' : `; did you mean ${meant}?`
}
