import type { Sitting } from '../sitting.ts'
import type { Facts } from '../subject.ts'
import type { WindowNote } from '../watch-windows.ts'

/** A View that speaks as only the sandbox around it may. */
export interface ForgedFacts extends Facts {
  /** The part that the host page received. */
  readonly heard: readonly WindowNote[]
  /** Whether the View is still there and spoken with. */
  readonly isThere: boolean
}

// No sandbox sends the first message, so a host that receives it got it from the View.
const FORGED = {
  'ui/notifications/sandbox-forged': {},
  'ui/notifications/sandbox-proxy-ready': {},
  'ui/notifications/sandbox-resource-ready': { html: '<!doctype html><title>Forged</title>' },
}

/** The View forges messages of the proxy, with another View. */
export async function forged(sitting: Sitting): Promise<ForgedFacts> {
  const shown = await sitting.display()
  for (const [method, params] of Object.entries(FORGED)) await sitting.post({ jsonrpc: '2.0', method, params })
  const { result } = await sitting.ask('ping')
  // The recorded messages are reported before the response.
  await sitting.page.evaluate('0')
  const heard = sitting.windows.filter(({ depth, method }) => depth === 0 && method === 'ui/notifications/sandbox-forged')
  return { shown, heard, isThere: result !== undefined }
}
