import type { HostProfile, ProfileFact, ProfileSettings } from 'casement/testing/profiles'

type Fields = Readonly<Record<string, unknown>>
type Handler = NonNullable<ProfileSettings['without']>[number]

// The handler that our host does without, where another host responds that it does not know the method.
const HANDLERS: Readonly<Record<string, Handler>> = {
  'tools/call': 'oncalltool',
  'tools/list': 'onlisttools',
  'resources/list': 'onlistresources',
  'resources/read': 'onreadresource',
  'resources/templates/list': 'onlistresourcetemplates',
  'prompts/list': 'onlistprompts',
  'ui/update-model-context': 'onupdatemodelcontext',
}
const MODES = new Set<unknown>(['inline', 'fullscreen', 'pip'])
const METHOD_NOT_FOUND = -32601

/** Creates a host profile from the report of the probe's View. Throws if the report is invalid. */
export function profileFromReport(report: unknown, day: Date = new Date()): HostProfile {
  const observed = fieldsOf(report)
  const initialize = fieldsOf(observed['initialize'])
  if (observed['requests'] === undefined) throw new Error('This is not a report of casement probe')
  const { name = 'unknown-host', version = '' } = fieldsOf(initialize['hostInfo'])
  const title = `${String(name)} ${String(version)}`.trim()
  const source = `casement probe in ${title}`
  const settings = settingsOf(observed)
  return {
    casementProfile: 1,
    id:
      String(name)
        .toLowerCase()
        .replaceAll(/[^\w.-]+/g, '-') || 'unknown-host',
    title,
    date: day.toISOString().slice(0, 10),
    source,
    summary: `Measured by casement probe in ${title}.`,
    settings,
    facts: factsOf(observed, settings, source),
    unknown: 'Links, messages, downloads and sampling were not probed; they stay as in the strict profile.',
    observed,
  }
}

function settingsOf(observed: Fields): ProfileSettings {
  const initialize = fieldsOf(observed['initialize'])
  const context = fieldsOf(initialize['hostContext'])
  const modes = Array.isArray(context['availableDisplayModes'])
    ? context['availableDisplayModes'].filter((mode) => MODES.has(mode))
    : []
  const without = Object.entries(HANDLERS).flatMap(([method, handler]) => (isMissing(observed, method) ? [handler] : []))
  const capabilities = fieldsOf(initialize['hostCapabilities'])
  const isOurs = Object.keys(fieldsOf(capabilities['experimental'])).some((name) => name.startsWith('dev.casement/'))
  const { theme } = context
  return {
    compat: true,
    ...(!isOurs && { withoutExtensions: true }),
    // The list of the host, whose members were compared with those of the protocol above.
    ...(modes.length > 0 && { displayModes: modes as NonNullable<ProfileSettings['displayModes']> }),
    ...((theme === 'light' || theme === 'dark') && { hostContext: { theme } }),
    ...(without.length > 0 && { without }),
    ...(resultOf(observed, 'ui/open-link') === 'error' && { denyWith: 'error' as const }),
    ...(fieldsOf(observed['policy'])['eval'] === 'allowed' && { isPolicyLoose: true }),
    ...(fieldsOf(observed['storage'])['localStorage'] === 'SecurityError' && { withoutStorage: true }),
    ...(lacksPermissions(observed) && { ignoresPermissions: true }),
  }
}

const resultOf = (observed: Fields, method: string): unknown => fieldsOf(fieldsOf(observed['requests'])[method])['outcome']

const isMissing = (observed: Fields, method: string): boolean =>
  fieldsOf(fieldsOf(observed['requests'])[method])['code'] === METHOD_NOT_FOUND

function lacksPermissions(observed: Fields): boolean {
  const allowed = fieldsOf(observed['permissions'])['allowedFeatures']
  return Array.isArray(allowed) && !['camera', 'microphone', 'geolocation'].some((name) => allowed.includes(name))
}

function factsOf(observed: Fields, settings: ProfileSettings, source: string): ProfileFact[] {
  const does = (text: string): ProfileFact => ({ text, source, isImitated: true })
  const says = (text: string): ProfileFact => ({ text, source, isImitated: false })
  const { largestArgumentBytes, pingsAnswered, pingsAtOnce } = fieldsOf(observed['limits'])
  const followed = fieldsOf(observed['sizes'])['followed']
  const tallest = Array.isArray(followed) ? Math.max(0, ...followed.map((step) => Number(fieldsOf(step)['got']) || 0)) : 0
  const silent = Object.keys(fieldsOf(observed['requests'])).filter((method) => resultOf(observed, method) === 'no response')
  const missing = Object.keys(HANDLERS).filter((method) => isMissing(observed, method))
  return [
    ...(settings.displayModes ? [does(`Display modes: ${settings.displayModes.join(', ')}.`)] : []),
    ...(missing.length > 0 ? [does(`Responds with “method not found”: ${missing.join(', ')}.`)] : []),
    ...(silent.length > 0 ? [says(`Never responds: ${silent.join(', ')}.`)] : []),
    does(settings.withoutStorage ? 'Storage throws a SecurityError.' : 'Views can use localStorage.'),
    does(settings.isPolicyLoose ? 'The policy allows eval.' : 'The policy forbids eval.'),
    does(
      settings.ignoresPermissions
        ? 'Declared permissions are not handed on.'
        : 'Declared permissions are handed on, at least one of them.',
    ),
    says(`The largest argument of a tool call that arrived: ${String(largestArgumentBytes)} bytes.`),
    says(`${String(pingsAnswered)} of ${String(pingsAtOnce)} pings at once were answered.`),
    says(`A View that asks for 3,000 pixels becomes ${tallest} pixels high.`),
  ]
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
