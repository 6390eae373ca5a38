import { expectThat, fail, notApplicable, type Outcome, pass } from '../../suite/check.ts'
import { STYLE_VARIABLES } from '../style-variables.ts'
import { life, type LifeFacts } from '../scenes/life.ts'
import { checksIn, fieldsOf, type HostCheck, type Message, type Row } from '../subject.ts'

const MODES = ['inline', 'fullscreen', 'pip']
const contextOf = ({ introduction }: LifeFacts): Message => fieldsOf(introduction['hostContext'])

/** A check of one member of the host context; not applicable to hosts that omit it. */
const member = (
  name: string,
  title: string,
  requirement: string,
  isGood: (value: unknown) => boolean,
  wanted: string,
): Row<LifeFacts> => ({
  id: `host/context/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  title,
  requirements: [requirement, 'R-162'],
  mutant: `odd-${name}`,
  judge(facts) {
    const value = contextOf(facts)[name]
    return value === undefined ? notApplicable(`the host context has no ${name}`) : expectThat(isGood(value), value, wanted)
  },
})

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
const isNumbers = (value: unknown, names: readonly string[]): boolean =>
  names.every((name) => typeof fieldsOf(value)[name] === 'number')

/** The response to `ui/initialize`. */
export const handshakeChecks: readonly HostCheck[] = checksIn(life, [
  {
    id: 'host/handshake/host-capabilities',
    title: 'responds to ui/initialize with hostCapabilities',
    requirements: ['R-114'],
    alsoKnownAs: ['lifecycle/initialize-capabilities'],
    mutant: 'no-host-capabilities',
    judge: ({ introduction }) => expectThat(isObject(introduction['hostCapabilities']), introduction, 'hostCapabilities: { … }'),
  },
  {
    id: 'host/handshake/host-info',
    title: 'sends hostInfo with a name and a version',
    requirements: ['R-114', 'R-116'],
    tag: 'package',
    mutant: 'no-host-info',
    judge({ introduction }) {
      const { name, version } = fieldsOf(introduction['hostInfo'])
      return expectThat(
        typeof name === 'string' && typeof version === 'string',
        introduction['hostInfo'] ?? 'nothing',
        'both as text',
      )
    },
  },
  {
    id: 'host/handshake/protocol-version',
    title: 'responds with the requested protocol version if it is current',
    requirements: ['R-114', 'R-117'],
    mutant: 'another-version',
    judge: ({ introduction: { protocolVersion } }) =>
      expectThat(protocolVersion === '2026-01-26', protocolVersion ?? 'nothing', '2026-01-26'),
  },
  {
    id: 'host/context/initialize',
    title: 'sends a hostContext in the handshake',
    requirements: ['R-115', 'R-143'],
    alsoKnownAs: ['context/initialize-hostcontext'],
    level: 'should',
    mutant: 'no-host-context',
    judge: ({ introduction }) =>
      expectThat(isObject(introduction['hostContext']), introduction['hostContext'] ?? 'nothing', 'an object'),
  },
  member('theme', 'sends a valid theme', 'R-145', (value) => value === 'light' || value === 'dark', 'light or dark'),
  member('displayMode', 'sends a valid displayMode', 'R-147', (value) => MODES.includes(String(value)), MODES.join(', ')),
  member(
    'availableDisplayModes',
    'sends valid availableDisplayModes',
    'R-148',
    (value) => Array.isArray(value) && value.every((mode) => MODES.includes(String(mode))),
    MODES.join(', '),
  ),
  member(
    'platform',
    'sends a valid platform',
    'R-153',
    (value) => ['web', 'desktop', 'mobile'].includes(String(value)),
    'web, desktop or mobile',
  ),
  member('locale', 'sends a BCP 47 locale', 'R-150', (value) => isLocale(value), 'as "de-CH"'),
  member('timeZone', 'sends an IANA time zone', 'R-151', (value) => isTimeZone(value), 'as "Europe/Zurich"'),
  member(
    'deviceCapabilities',
    'sends valid deviceCapabilities',
    'R-154',
    (value) => isObject(value) && Object.values(fieldsOf(value)).every((each) => typeof each === 'boolean'),
    'touch and hover as true or false',
  ),
  member(
    'safeAreaInsets',
    'sends all four safe area insets',
    'R-155',
    (value) => isNumbers(value, ['top', 'right', 'bottom', 'left']),
    'top, right, bottom and left as numbers',
  ),
  member(
    'containerDimensions',
    'sends a fixed or a maximum size for each axis, not both',
    'R-164',
    (value) =>
      !('height' in fieldsOf(value) && 'maxHeight' in fieldsOf(value)) &&
      !('width' in fieldsOf(value) && 'maxWidth' in fieldsOf(value)),
    'either',
  ),
  member(
    'styles',
    'sends only standard style variables',
    'R-146',
    (value) => Object.keys(fieldsOf(fieldsOf(value)['variables'])).every((name) => STYLE_VARIABLES.has(name)),
    'names of the standard list',
  ),
  member(
    'toolInfo',
    'sends toolInfo with the tool of the View',
    'R-144',
    (value) => fieldsOf(fieldsOf(value)['tool'])['name'] === 'show',
    'the tool "show"',
  ),
  {
    id: 'host/capabilities/server-passthrough',
    title: 'declares serverTools and serverResources if it forwards these requests',
    requirements: ['R-133', 'R-134'],
    alsoKnownAs: ['capabilities/server-passthrough'],
    mutant: 'hides-server',
    judge: ({ introduction }) => hasCapabilities(introduction, ['serverTools', 'serverResources']),
  },
  {
    id: 'host/capabilities/shape',
    title: 'sends every capability as an object',
    requirements: ['R-131', 'R-132', 'R-135', 'R-137', 'R-138', 'R-139'],
    mutant: 'capability-as-boolean',
    judge({ introduction }) {
      const bad = Object.entries(fieldsOf(introduction['hostCapabilities'])).find(([, value]) => !isObject(value))
      return bad ? fail(`${bad[0]}: ${JSON.stringify(bad[1])}`, `${bad[0]}: {}`) : pass
    },
  },
])

function hasCapabilities(introduction: Message, names: readonly string[]): Outcome {
  const capabilities = fieldsOf(introduction['hostCapabilities'])
  return expectThat(
    names.every((name) => isObject(capabilities[name])),
    Object.keys(capabilities),
    names.join(' and '),
  )
}

function isLocale(value: unknown): boolean {
  try {
    return Intl.getCanonicalLocales(String(value)).length === 1
  } catch {
    return false
  }
}

function isTimeZone(value: unknown): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: String(value) }))
  } catch {
    return false
  }
}
