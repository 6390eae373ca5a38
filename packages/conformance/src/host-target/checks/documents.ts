import { expectThat, notApplicable } from '../../suite/check.ts'
import { PROBE_TEXT } from '../probe.ts'
import { type AppToolFacts, appTools, asBlob, bothKeys, flatKey, permissions, wrongType } from '../scenes/documents.ts'
import { checksIn, fieldsOf, type HostCheck, type Row } from '../subject.ts'

/** Hosts need not show the tools of Views to the model. */
const ofTools = ({ judge, ...row }: Omit<Row<AppToolFacts>, 'tag'>): Row<AppToolFacts> => ({
  ...row,
  tag: 'draft',
  judge: (facts) =>
    facts.names.length > 0 ? judge(facts) : notApplicable('the host does not offer tools of Views to the model'),
})

/** Documents in other shapes, permissions, and tools of Views. */
export const documentChecks: readonly HostCheck[] = [
  ...checksIn(asBlob, [
    {
      id: 'host/resources/blob',
      title: 'decodes a document in blob as base64 of UTF-8',
      requirements: ['R-019', 'R-022'],
      mutant: 'decodes-bytes-as-letters',
      judge: ({ text }) => expectThat(text === PROBE_TEXT, text ?? 'nothing', PROBE_TEXT),
    },
  ]),
  ...checksIn(wrongType, [
    {
      id: 'host/resources/other-type',
      title: 'does not show a document with another MIME type',
      requirements: ['R-018', 'R-028'],
      level: 'should',
      mutant: 'shows-any-type',
      judge: ({ text }) => expectThat(text === undefined, 'a text/plain document was shown', 'a refusal'),
    },
  ]),
  ...checksIn(flatKey, [
    {
      id: 'host/metadata/flat-key',
      title: 'supports the deprecated key ui/resourceUri',
      requirements: ['R-197', 'R-198', 'R-313'],
      tag: 'package',
      mutant: 'knows-no-flat-key',
      judge: ({ text }) => expectThat(text === PROBE_TEXT, text ?? 'nothing', 'the View'),
    },
  ]),
  ...checksIn(bothKeys, [
    {
      id: 'host/metadata/nested-key-wins',
      title: 'prefers _meta.ui.resourceUri to the deprecated key',
      requirements: ['R-198'],
      tag: 'package',
      mutant: 'prefers-flat-key',
      judge: ({ text }) => expectThat(text === PROBE_TEXT, text ?? 'nothing', 'the View of _meta.ui.resourceUri'),
    },
  ]),
  ...checksIn(permissions, [
    {
      id: 'host/security/permissions-allow-attr',
      title: 'grants a requested permission',
      requirements: ['R-073', 'R-074', 'R-076'],
      alsoKnownAs: ['security/permissions-allow-attr'],
      level: 'should',
      mutant: 'grants-nothing',
      judge: ({ allowed }) => expectThat(allowed['geolocation'] ?? false, allowed, 'geolocation'),
    },
    {
      id: 'host/security/permissions-undeclared',
      title: 'does not grant other permissions',
      requirements: ['R-073', 'R-079'],
      mutant: 'grants-camera',
      judge: ({ allowed }) =>
        expectThat('camera' in allowed && !allowed['camera'] && !allowed['microphone'], allowed, 'neither camera nor microphone'),
    },
  ]),
  ...checksIn(appTools, [
    ofTools({
      id: 'host/app-tools/called',
      title: 'calls a tool of the View by its own name, and returns its result',
      requirements: ['R-281', 'R-290'],
      mutant: 'forgets-tool-names',
      judge: ({ heard, called }) =>
        expectThat(fieldsOf(heard)['name'] === 'probe_tool' && called.includes('the View did'), { heard, called }, 'probe_tool'),
    }),
    ofTools({
      id: 'host/app-tools/no-clash',
      title: 'distinguishes tools of a View from tools of the server',
      requirements: ['R-295'],
      level: 'should',
      mutant: 'mixes-tools',
      judge: ({ names }) => expectThat(names.filter((name) => name === 'add').length === 1, names, 'one tool "add"'),
    }),
    ofTools({
      id: 'host/app-tools/gone',
      title: 'refuses to call a tool of a removed View',
      requirements: ['R-290', 'R-291', 'R-292'],
      mutant: 'remembers-tools',
      judge: ({ afterwards }) => expectThat(afterwards === 'refused', 'a result', 'an error'),
    }),
  ]),
]
