import type { Sitting } from '../sitting.ts'
import type { Facts } from '../subject.ts'
import { OTHER_URI, type ServedApp, VIEW_URI } from '../test-server.ts'

/** Whether a document was shown, and its visible text. */
export interface DocumentFacts extends Facts {
  readonly text: unknown
  /** Why the host did not show it. */
  readonly refused: string | undefined
}

const show =
  (served: Partial<ServedApp>) =>
  async (sitting: Sitting): Promise<DocumentFacts> => {
    const shown = await sitting.display({}, served)
    const refused = shown ? undefined : await sitting.displayed()
    return { shown, refused, text: sitting.entries.find(({ what }) => what === 'loaded')?.message['text'] }
  }

/** The document as base64. */
export const asBlob = show({ asBlob: true })
/** The tool names its View in the way of the first drafts. */
export const flatKey = show({ toolMeta: { 'ui/resourceUri': VIEW_URI } })
/** The tool names its View in both ways, and they differ. */
export const bothKeys = show({ toolMeta: { ui: { resourceUri: VIEW_URI }, 'ui/resourceUri': OTHER_URI } })

/** The document has another type. The rule is that the host does not show it, and "shown" records that. */
export async function wrongType(sitting: Sitting): Promise<DocumentFacts> {
  const { shown, ...facts } = await show({ mimeType: 'text/plain' })(sitting)
  return { ...facts, shown: true, text: shown ? 'shown' : undefined }
}

/** The permissions that the View requested and that the browser granted. */
export interface PermissionFacts extends Facts {
  readonly allowed: Readonly<Record<string, boolean>>
}

/** The View requests geolocation only. */
export async function permissions(sitting: Sitting): Promise<PermissionFacts> {
  const shown = await sitting.display({}, { contentUi: { permissions: { geolocation: {} } } })
  const view = shown ? await sitting.view() : undefined
  const allowed = await view?.evaluate(readFeatures, ['geolocation', 'camera', 'microphone']).catch(() => undefined)
  return { shown, allowed: allowed ?? {} }
}

/** Sent to the browser as text. */
function readFeatures(names: string[]): Record<string, boolean> {
  const { featurePolicy } = document as unknown as { featurePolicy: { allowsFeature(name: string): boolean } }
  return Object.fromEntries(names.map((name) => [name, featurePolicy.allowsFeature(name)]))
}

/** Tools of a View, as the model sees them. */
export interface AppToolFacts extends Facts {
  readonly names: readonly string[]
  readonly called: string
  readonly heard: unknown
  readonly afterwards: 'refused' | 'answered'
}

const find = (names: readonly string[]): string | undefined => names.find((name) => name.includes('probe_tool'))

/** The View offers a tool, the model calls it, and calls it again when the View is gone. */
export async function appTools(sitting: Sitting): Promise<AppToolFacts> {
  const shown = await sitting.display({ tools: ['probe_tool', 'add'] })
  await sitting.settle()
  const { driver } = sitting
  const names =
    (await sitting.until(async () => {
      const { tools } = await driver.getConversationContext().catch(() => ({ tools: [] }))
      return find(tools) ? tools : undefined
    })) ?? []
  const name = find(names)
  const called = name ? await driver.callTool(name, {}).then(JSON.stringify, String) : ''
  const heard = sitting.entries.find(({ what, message }) => what === 'heard' && message['method'] === 'tools/call')?.message[
    'params'
  ]
  await driver.resetEnvironment().catch(() => {})
  const afterwards = await driver.callTool(name ?? 'probe_tool', {}).then(
    (result) =>
      result === undefined || (result as { isError?: unknown })?.isError === true ? ('refused' as const) : ('answered' as const),
    () => 'refused' as const,
  )
  return { shown, names, called, heard, afterwards }
}
