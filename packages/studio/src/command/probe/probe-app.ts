import { defineApp, tool, type DefinedApp, type StandardSchema } from 'casement/server'
import type { HostProfile } from 'casement/testing/profiles'
import { profileFromReport } from './profile-from-report.ts'
import { PROBE_VIEW } from './probe-view.ts'

type Fields = Readonly<Record<string, unknown>>

/** The app that examines its host. `save` gets the profile and returns where it is. */
export function probeApp(save: (profile: HostProfile) => Promise<string>): DefinedApp {
  return defineApp({
    name: 'casement-probe',
    version: '1.0.0',
    title: 'Casement probe',
    view: { html: PROBE_VIEW, permissions: { camera: {}, microphone: {}, geolocation: {}, clipboardWrite: {} } },
    tools: {
      probe: tool({
        title: 'Examine this host',
        description: 'Shows a View that examines how this host runs MCP Apps, and saves a host profile.',
        annotations: { readOnlyHint: true },
        run: () => 'The View examines the host. It takes about ten seconds.',
      }),
      probe_echo: tool({
        description: 'Returns the length of a text.',
        annotations: { readOnlyHint: true },
        visibility: ['app'],
        view: false,
        input: ANY_OBJECT,
        run: ({ text }) => String(String(text).length),
      }),
      probe_report: tool({
        description: 'Saves the report of the View as a host profile.',
        annotations: { readOnlyHint: true },
        visibility: ['app'],
        view: false,
        input: ANY_OBJECT,
        run: async ({ report }) => `Saved as ${await save(profileFromReport(report))}`,
      }),
    },
  })
}

const JSON_SCHEMA = { type: 'object', additionalProperties: true }

/** Any object: the handlers above read what they need. */
const ANY_OBJECT: StandardSchema<Fields> = {
  '~standard': {
    version: 1,
    vendor: 'casement',
    validate: (value) =>
      typeof value === 'object' && value !== null ? { value: value as Fields } : { issues: [{ message: 'expected an object' }] },
    jsonSchema: { input: () => JSON_SCHEMA, output: () => JSON_SCHEMA },
  },
}
