import { CasementError } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { HostProfile } from './host-profile.ts'

const SETTINGS: Readonly<Record<string, (value: unknown) => boolean>> = {
  compat: (value) => typeof value === 'boolean',
  displayModes: isTextList,
  pip: isRecord,
  hostContext: isRecord,
  without: (value) => isTextList(value) && value.every((name) => /^on[a-z]+$/.test(name)),
  withoutExtensions: (value) => typeof value === 'boolean',
  denyWith: (value) => value === 'result' || value === 'error',
  appTools: isRecord,
  ignoredCsp: isTextList,
  isPolicyLoose: (value) => typeof value === 'boolean',
  ignoresPermissions: (value) => typeof value === 'boolean',
  withoutStorage: (value) => typeof value === 'boolean',
  domain: (value) => value === 'claude',
  maxHeight: (value) => typeof value === 'number' && value > 0 && value <= 1,
}

/** Reads a profile file. Throws an error that names the member that is wrong. */
export function readProfile(text: string): HostProfile {
  let profile: unknown
  try {
    profile = JSON.parse(text)
  } catch (cause) {
    throw new CasementError('INVALID_ARGUMENT', 'The host profile is not JSON', { cause })
  }
  if (!isRecord(profile)) throw wrong('the file', 'a JSON object')
  if (profile['casementProfile'] !== 1) throw wrong('casementProfile', '1, the version of the format')
  for (const name of ['id', 'title', 'source', 'summary', 'unknown'])
    if (typeof profile[name] !== 'string') throw wrong(name, 'text')
  if (typeof profile['date'] !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(profile['date']))
    throw wrong('date', 'a day, such as 2026-11-18')
  checkFacts(profile['facts'])
  checkSettings(profile['settings'])
  // Every member was checked above.
  return profile as unknown as HostProfile
}

/** The text of a profile file. */
export const writeProfile = (profile: HostProfile): string => `${JSON.stringify(profile, undefined, 2)}\n`

const isFact = (fact: unknown): boolean =>
  isRecord(fact) &&
  typeof fact['text'] === 'string' &&
  typeof fact['source'] === 'string' &&
  typeof fact['isImitated'] === 'boolean'

function checkFacts(facts: unknown): void {
  if (!Array.isArray(facts) || !facts.every(isFact)) throw wrong('facts', 'a list of { text, source, isImitated }')
}

function checkSettings(settings: unknown): void {
  if (!isRecord(settings) || typeof settings['compat'] !== 'boolean') throw wrong('settings', 'an object with compat')
  for (const [name, value] of Object.entries(settings)) {
    const isValid = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined
    if (!isValid) throw wrong(`settings.${name}`, `one of ${Object.keys(SETTINGS).join(', ')}`)
    if (!isValid(value)) throw wrong(`settings.${name}`, `valid, not ${JSON.stringify(value)}`)
  }
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

const wrong = (member: string, expected: string): CasementError =>
  new CasementError('INVALID_ARGUMENT', `The host profile cannot be read: ${member} must be ${expected}`)
