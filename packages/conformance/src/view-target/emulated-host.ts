import type { compilePolicy } from 'casement/protocol/policy'
import type { ProfileSettings } from 'casement/testing/profiles'
import type { ExaminedView, Fields, Reply } from './stage.ts'

type Handler = NonNullable<ProfileSettings['without']>[number]

// The methods of each handler that a host may lack, and the capability that it then does not offer.
const METHODS: Readonly<Partial<Record<Handler, readonly [method: string, capability?: string]>>> = {
  onopenlink: ['ui/open-link', 'openLinks'],
  ondownloadfile: ['ui/download-file', 'downloadFile'],
  onmessage: ['ui/message', 'message'],
  onupdatemodelcontext: ['ui/update-model-context', 'updateModelContext'],
  oncalltool: ['tools/call', 'serverTools'],
  onlisttools: ['tools/list'],
  onreadresource: ['resources/read', 'serverResources'],
  onlistresources: ['resources/list'],
  onlistresourcetemplates: ['resources/templates/list'],
  onlistprompts: ['prompts/list'],
  oncreatesamplingmessage: ['sampling/createMessage', 'sampling'],
}

const missingIn = ({ without = [] }: ProfileSettings) => without.flatMap((handler) => [METHODS[handler] ?? []])

/** The capabilities that the emulated host offers. */
export function capabilitiesIn({ host }: ExaminedView, all: Fields): Fields {
  const lacking = new Set(host ? missingIn(host).map(([, capability]) => capability) : [])
  return Object.fromEntries(Object.entries(all).filter(([name]) => !lacking.has(name)))
}

/** The replies of the emulated host. It does not know the methods that are left out. */
export function repliesIn({ host }: ExaminedView, all: Readonly<Record<string, Reply>>): Readonly<Record<string, Reply>> {
  const lacking = new Set(host ? missingIn(host).map(([method]) => method) : [])
  return Object.fromEntries(Object.entries(all).filter(([method]) => !lacking.has(method)))
}

/** The context of the emulated host. */
export function contextIn({ host }: ExaminedView, usual: Fields): Fields {
  if (!host) return usual
  const { displayModes, hostContext } = host
  return { ...usual, ...(displayModes && { availableDisplayModes: displayModes }), ...hostContext }
}

/** The policy of the View in the emulated host. */
export function policyIn({ csp, permissions, host }: ExaminedView): Parameters<typeof compilePolicy> {
  const ignored: readonly string[] = host?.ignoredCsp ?? []
  const honoured = csp && Object.fromEntries(Object.entries(csp).filter(([name]) => !ignored.includes(name)))
  const granted = host?.ignoresPermissions ? undefined : permissions
  return [{ csp: honoured, permissions: granted }, { preset: host?.isPolicyLoose ? 'compat' : 'strict' }]
}

/** The `sandbox` attribute of the View's frame in the emulated host. */
export const sandboxIn = ({ host }: ExaminedView): string =>
  host?.withoutStorage ? 'allow-scripts allow-forms' : 'allow-scripts allow-same-origin allow-forms'
