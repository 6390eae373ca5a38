import type { Fields } from '../static/fields.ts'
import { CONTENT, page, RESOURCE, SCRIPT, TOOL, URI, type FixtureServer } from './fixture-server.ts'

/** A server with one fault, and its twin that does the same rightly. */
export interface Fixture {
  readonly broken: FixtureServer
  readonly clean: FixtureServer
}

/** The tool with other members. */
export const withTool = (members: Fields): FixtureServer => ({ tools: [{ ...TOOL, ...members }] })

/** The tool with other metadata beside its address. */
export const withUi = (ui: Fields): FixtureServer =>
  withTool({ _meta: { ui: { resourceUri: URI, ...ui }, 'ui/resourceUri': URI } })

/** The tool with its view under an address, in both keys, and a server that has it. */
export const withUri = (uri: unknown): FixtureServer => ({
  ...withTool({ _meta: { ui: { resourceUri: uri }, 'ui/resourceUri': uri } }),
  resources: [],
  contents: [{ ...CONTENT, uri }],
})

/** The content item with other members. */
export const withContent = (members: Fields): FixtureServer => ({ contents: [{ ...CONTENT, ...members }] })

/** The content item with metadata. */
export const withMeta = (ui: unknown): FixtureServer => withContent({ _meta: { ui } })

/** The listing with other members. */
export const withListing = (members: Fields): FixtureServer => ({ resources: [{ ...RESOURCE, ...members }] })

/** A view with something in its head. */
export const withHead = (head: string, ui: Fields = {}): FixtureServer => withContent({ text: page(head), _meta: { ui } })

/** A view whose script does something more. */
export const withScript = (more: string, ui: Fields = {}): FixtureServer =>
  withContent({ text: page('', `${SCRIPT}\n${more}`), _meta: { ui } })

/** A view whose script has something in place of something else. */
export const withChangedScript = (from: string, to: string): FixtureServer =>
  withContent({ text: page('', SCRIPT.replaceAll(from, to)) })

/** A view with this script alone. */
export const withOnlyScript = (script: string): FixtureServer => withContent({ text: page('', script) })

/** A server on which one method fails. */
export const failing = (method: string, code = -32_603): FixtureServer => ({
  instead: { [method]: { error: { code, message: 'it broke' } } },
})

/** A server that views load from. */
export const cdn = 'https://cdn.example.com'

/** A policy with one server to ask. */
export const csp = { connectDomains: ['https://api.example.com'] }

/** A policy with servers to load from. */
export const declared = (domains: readonly string[]) => ({ csp: { resourceDomains: domains } })
