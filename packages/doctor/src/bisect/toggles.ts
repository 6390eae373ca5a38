import type { Fault } from 'casement/testing/faults'
import { PROFILE_IDS, profileOf, type HostProfile, type ProfileSettings } from 'casement/testing/profiles'
import type { Trace } from 'casement/testing/trace'
import { fieldsOf } from '../static/fields.ts'

/** One difference between two hosts that can be switched on. */
export interface Toggle {
  readonly name: string
  readonly kind: 'profile' | 'policy' | 'host' | 'fault'
  readonly settings?: Partial<ProfileSettings>
  readonly faults?: readonly Fault[]
  readonly width?: number
}

/** The kinds of differences. */
export const KINDS: readonly Toggle['kind'][] = ['policy', 'host', 'fault', 'profile']

const RESULT = 'ui/notifications/tool-result'
const INPUT = 'ui/notifications/tool-input'
const ALL_DOMAINS = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'] as const

/** The differences that are tried alone first: each is one property of a host. */
const SINGLE: readonly Toggle[] = [
  { kind: 'policy', name: 'storage throws (opaque origin)', settings: { withoutStorage: true } },
  ...ALL_DOMAINS.map((list): Toggle => ({ kind: 'policy', name: `${list} are not honoured`, settings: { ignoredCsp: [list] } })),
  { kind: 'policy', name: 'declared permissions are not handed on', settings: { ignoresPermissions: true } },
  { kind: 'host', name: 'the handshake is read strictly', settings: { compat: false } },
  { kind: 'host', name: 'tools/call is unknown', settings: { without: ['oncalltool'] } },
  { kind: 'host', name: 'tools/list is unknown', settings: { without: ['onlisttools'] } },
  { kind: 'host', name: 'resources/read is unknown', settings: { without: ['onreadresource'] } },
  { kind: 'host', name: 'ui/update-model-context is unknown', settings: { without: ['onupdatemodelcontext'] } },
  { kind: 'host', name: 'only the display mode inline', settings: { displayModes: ['inline'] } },
  { kind: 'host', name: 'the dark theme', settings: { hostContext: { theme: 'dark' } } },
  { kind: 'host', name: 'a width of 320 pixels', width: 320 },
  {
    kind: 'fault',
    name: 'the tool result arrives late',
    faults: [{ name: 'delay', direction: 'out', method: 'ui/notifications/tool-result', ms: 1000 }],
  },
  {
    kind: 'fault',
    name: 'the tool result arrives twice',
    faults: [{ name: 'duplicate', direction: 'out', method: 'ui/notifications/tool-result' }],
  },
]

const neverArrives = (what: string, method: string): Toggle => ({
  kind: 'fault',
  name: `the ${what} never arrives`,
  faults: [{ name: 'drop', direction: 'out', method }],
})

/** All differences of these kinds: single properties first, then whole host profiles. */
export function togglesFor(trace: Trace, given: HostProfile | undefined, kinds: readonly string[]): readonly Toggle[] {
  const arrived = new Set(
    trace.records.map((record) => (record.kind === 'message' ? fieldsOf(record.message)['method'] : undefined)),
  )
  // Hardly a View works without its data, so this is only tried if the recorded View did not get it.
  const missing = [
    ...(arrived.has(RESULT) ? [] : [neverArrives('tool result', RESULT)]),
    ...(arrived.has(INPUT) ? [] : [neverArrives('tool input', INPUT)]),
  ]
  const profiles = [...(given ? [given] : []), ...PROFILE_IDS.map((id) => profileOf(id))]
  const whole = profiles.map(({ title, settings }): Toggle => ({ kind: 'profile', name: `the host profile ${title}`, settings }))
  return [...SINGLE, ...missing, ...whole].filter(({ kind }) => kinds.includes(kind))
}

/** The profile of a host in which these differences are switched on. */
export function profileWith(toggles: readonly Toggle[]): HostProfile {
  const settings = toggles.reduce<ProfileSettings>((sum, toggle) => merge(sum, toggle.settings ?? {}), { compat: true })
  return { ...profileOf('spec-lenient'), id: 'bisect', title: toggles.map(({ name }) => name).join(', '), settings }
}

function merge(one: ProfileSettings, other: Partial<ProfileSettings>): ProfileSettings {
  const without = [...(one.without ?? []), ...(other.without ?? [])]
  const ignoredCsp = [...(one.ignoredCsp ?? []), ...(other.ignoredCsp ?? [])]
  return { ...one, ...other, ...(without.length > 0 && { without }), ...(ignoredCsp.length > 0 && { ignoredCsp }) }
}
