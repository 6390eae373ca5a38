import { RESOURCE_MIME_TYPE } from '../../protocol/constants.ts'
import { findMisfit, type ShortShape } from '../../protocol/short-shape.ts'
import type { UiResource } from '../../protocol/resource/ui-resource.ts'
import type { ClientRequestOptions, McpClientLike } from './client.ts'
import { notShown } from '../card/diagnosis.ts'
import { care } from '../late-care.ts'
import { exceptions } from '../late-exceptions.ts'
import { isAdapted } from './legacy-detection.ts'
import type * as Exceptions from '../exceptions.ts'

const NEVER = 'nothing'
// What stands beside `ui` and belongs under it is ignored, and that is worth a warning.
const META = {
  'csp?': NEVER,
  'permissions?': NEVER,
  'domain?': NEVER,
  'prefersBorder?': NEVER,
  'ui?': { 'domain?': 'string', 'prefersBorder?': 'boolean' },
}
const HAS_META = { '_meta?': META, 'meta?': NEVER }
const USUAL: ShortShape = { contents: [{ ...HAS_META, uri: 'string', mimeType: RESOURCE_MIME_TYPE, text: 'string' }] }

// Whatever a server does that not every server does: the parts of one document, other spellings, base64, and Views of the past.
const loadUnusual = (): Promise<Pick<typeof Exceptions, 'embeddedView' | 'readUnusual'>> => come(exceptions.load())

async function come<T>(part: Promise<T>): Promise<T> {
  try {
    return await part
  } catch (error) {
    throw notShown('resource-failed', (error as Error).message, [], error)
  }
}

/**
 * Reads a UI resource: the document from `resources/read`, the metadata from its content item or else from the listing
 * which need not have it. Rejects with a diagnosis.
 */
export async function readUiResource(
  client: McpClientLike,
  uri: string,
  options: ClientRequestOptions = {},
): Promise<UiResource> {
  const result = await read(client, uri, options)
  const list = async (): Promise<unknown> => (await come(care.load())).findListing(client, uri, options)
  const content = usualContent(result, uri)
  const own = content?._meta?.ui
  const listing = own || !content || !client.listResources ? {} : await list()
  if (!content || findMisfit({ 'listing?': HAS_META }, { listing }, '') || isAdapted(content.text))
    return (await loadUnusual()).readUnusual(result, uri, content ? async () => listing : list)
  const ui = own ?? (listing as HasUi | undefined)?._meta?.ui
  return {
    uri,
    html: content.text,
    csp: ui?.csp,
    permissions: ui?.permissions,
    domain: ui?.domain,
    prefersBorder: ui?.prefersBorder,
    metaFrom: own ? 'content' : ui ? 'listing' : 'none',
    warnings: [],
  }
}

/** The View that came inside the result of a tool, as MCP-UI sent them. Waits for the result, but not after the signal. */
export async function embeddedView(result: unknown, signal: AbortSignal): Promise<UiResource | undefined> {
  return (await loadUnusual()).embeddedView(result, signal)
}

interface HasUi {
  readonly _meta?: { readonly ui?: Pick<UiResource, 'csp' | 'permissions' | 'domain' | 'prefersBorder'> }
}

interface Content extends HasUi {
  readonly uri: string
  readonly text: string
}

/** The one content item of a result that is just as it should be; nothing where anything is worth a second look. */
function usualContent(result: unknown, uri: string): Content | undefined {
  if (findMisfit(USUAL, result, '')) return undefined
  const { contents } = result as { contents: readonly Content[] }
  return contents.length === 1 && contents[0]?.uri === uri ? contents[0] : undefined
}

async function read(client: McpClientLike, uri: string, options: ClientRequestOptions): Promise<unknown> {
  if (!client.readResource) throw notShown('resources-unsupported', `${uri} cannot be read: the client has no readResource.`)
  try {
    return await client.readResource({ uri }, options)
  } catch (error) {
    options.signal?.throwIfAborted()
    throw await readFailure(uri, error)
  }
}

// Without what can tell the reasons apart, what was seen says it.
async function readFailure(uri: string, error: unknown): Promise<Error> {
  const there = await exceptions.load().catch(() => undefined)
  const [code, why] = there?.whyUnread(uri, error) ?? ['resource-failed', `Reading ${uri} failed.`]
  return notShown(code, why, [`resources/read ended in: ${error instanceof Error ? error.message : String(error)}`], error)
}
