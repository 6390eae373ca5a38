import { finding, type Finding } from '../catalogue/finding.ts'
import type { FindingCode } from '../catalogue/catalogue.ts'
import { shorten } from '../catalogue/shorten.ts'
import { asText, type Fields } from '../static/fields.ts'
import type { MountRecord } from './mount-record.ts'
import type { Observation, Scenario } from './observation.ts'
import { strippedFields } from './observe-scenarios.ts'

const FAILS = {
  second: 'mount-second-fails',
  reload: 'mount-reload-fails',
  late: 'data-late-fails',
  cancelled: 'data-cancelled-fails',
  partial: 'data-partial-fails',
  error: 'data-error-fails',
  stripped: 'data-stripped-fails',
} as const satisfies Record<Scenario['name'], FindingCode>

const IGNORES = {
  late: 'data-late-ignored',
  cancelled: 'data-cancelled-ignored',
  error: 'data-error-ignored',
  stripped: 'data-stripped-ignored',
} as const

/** Problems that appear only with another mount or another order of data. */
export function checkScenarios(observation: Observation): Finding[] {
  const { shown, scenarios, record, uri, result } = observation
  if (!shown) return []
  const usual = new Set(failuresOf(record))
  return scenarios.flatMap((scenario) => {
    const { name, record: seen } = scenario
    const place = { resourceUri: uri }
    if (scenario.end) return []
    if (seen.diagnosis) return [finding(FAILS[name], `${seen.diagnosis.code}: ${seen.diagnosis.cause}`, place)]
    const failure = failuresOf(seen).find((each) => !usual.has(each))
    if (failure !== undefined) return [finding(FAILS[name], failure, place)]
    if (isShownOnlyThen(scenario, shown.measures.steadyText, result))
      return [
        finding('data-late-only', `it shows ${quoted(scenario.text)} then, and otherwise ${quoted(scenario.before)}`, place),
      ]
    const isDeaf = isIgnored(scenario, shown.measures.steadyText)
    const without = name === 'stripped' ? ` without ${strippedFields(result).join(' and ')}` : ''
    return isDeaf
      ? [finding(IGNORES[name as keyof typeof IGNORES], `it went on showing ${quoted(scenario.text)}${without}`, place)]
      : []
  })
}

const failuresOf = ({ reports }: MountRecord): string[] =>
  reports.filter(({ kind }) => kind === 'error' || kind === 'rejection').map(({ message }) => asText(message))

const quoted = (text = ''): string => JSON.stringify(shorten(text, 100))

/** A View that moves when the result comes late, and did not when it came as usual. */
const isShownOnlyThen = ({ name, before, text }: Scenario, usual: string, result: Fields | undefined): boolean =>
  name === 'late' &&
  before !== undefined &&
  text !== undefined &&
  text !== before &&
  usual === before &&
  // A View that changes on its own shows nothing of the result.
  valuesIn(result).some((value) => text.includes(value) && !before.includes(value))

/** The texts and numbers of a result, as far as they are long enough to be recognised. */
function valuesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length > 1 ? [value] : []
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : []
}

/** A View that shows the usual result and does not move when this one comes. */
const isIgnored = ({ name, before, text }: Scenario, usual: string): boolean =>
  name in IGNORES && before !== undefined && text === before && usual !== before
