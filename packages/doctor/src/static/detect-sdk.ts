import { PORT_CAPABILITY } from 'casement/protocol'
import type { ViewDocument } from './view-document.ts'

/** The SDK or protocol of a View. */
export interface Sdk {
  readonly name:
    | '@modelcontextprotocol/ext-apps'
    | 'casement'
    | '@mcp-ui/server'
    | 'MCP-UI messages'
    | 'window.openai'
    | 'written by hand'
  /** The version, or a range of versions if the bundle is ambiguous; undefined if it is unknown. */
  readonly version: string | undefined
}

const EXT_APPS = '@modelcontextprotocol/ext-apps'

/** A method where it is defined: where it is called, no brace follows. Names of members survive every minifier. */
const defines = (name: string): RegExp => new RegExp(`(?<![\\w$.])${name}\\([^()]*\\)\\s*\\{`)

/** The additions of each version of ext-apps, measured on the published packages. */
const EXT_APPS_STEPS: readonly (readonly [version: string, mark: RegExp])[] = [
  ['0.0', defines('setupSizeChangedNotifications')],
  ['0.1', defines('getHostContext')],
  ['0.2', defines('requestDisplayMode')],
  ['0.4', defines('updateModelContext')],
  ['1.0', /2026-01-26/],
  ['1.1', defines('downloadFile')],
  ['1.2', defines('readServerResource')],
  ['1.3', defines('requestTeardown')],
  ['1.4', defines('getEventHandler')],
  ['1.7', defines('createSamplingMessage')],
  ['2.0', /\{ params: Schema\.shape\.params \}/],
]

/** Detects the SDK of a View by its fingerprints; undefined if there are none. */
export function detectSdk({ scan, script }: ViewDocument): Sdk | undefined {
  if (script.includes(PORT_CAPABILITY)) return { name: 'casement', version: undefined }
  const marks = EXT_APPS_STEPS.map(([, mark]) => mark.test(script))
  if (marks[0]) return { name: EXT_APPS, version: rangeOf(marks.lastIndexOf(true)) }
  const loaded = loadedSdk([...scan.scripts.map(({ attributes }) => attributes.get('src') ?? ''), script].join('\n'))
  if (loaded) return loaded
  if (/class (?:MCPUIAppsSdkAdapter|McpAppsAdapter)\b/.test(script)) return { name: '@mcp-ui/server', version: undefined }
  const speaks = NAMES.find(([, mark]) => mark.test(script))
  return speaks && { name: speaks[0], version: undefined }
}

const NAMES: readonly (readonly [name: Sdk['name'], mark: RegExp])[] = [
  ['written by hand', /ui\/initialize/],
  ['window.openai', /\bwindow\.openai\b/],
  ['MCP-UI messages', /ui-lifecycle-iframe-ready/],
]

function rangeOf(at: number): string {
  const next = EXT_APPS_STEPS[at + 1]?.[0]
  return `>=${EXT_APPS_STEPS[at]?.[0]}${next === undefined ? '' : ` <${next}`}`
}

/** One that is loaded from a CDN has its version in its address. */
function loadedSdk(text: string): Sdk | undefined {
  const [found, name, version] =
    /https?:\/\/[^\s"'`]*?(@modelcontextprotocol\/ext-apps|(?<=\/)casement)(?:@([\w.^~-]+))?(?=[/"'`?]|$)/m.exec(text) ?? []
  return found === undefined ? undefined : { name: name === EXT_APPS ? EXT_APPS : 'casement', version }
}

/** True for a version, or a range, that ends before another version. */
export function isBefore(version: string, other: string): boolean {
  const [, upper] = /<([\d.]+)/.exec(version) ?? []
  const [, lower] = /(\d+(?:\.\d+)*)/.exec(version) ?? []
  return upper === undefined ? lower !== undefined && compare(lower, other) < 0 : compare(upper, other) <= 0
}

function compare(one: string, other: string): number {
  const [left, right] = [one, other].map((each) => each.split('.').map(Number))
  const [major = 0, minor = 0] = left ?? []
  const [otherMajor = 0, otherMinor = 0] = right ?? []
  return major - otherMajor || minor - otherMinor
}
