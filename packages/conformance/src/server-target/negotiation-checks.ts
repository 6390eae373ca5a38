import { EXTENSION_ID } from 'casement/protocol'
import { type Check, expectThat, notApplicable } from '../suite/check.ts'
import type { ServerSubject } from './server-subject.ts'
import { fieldsOf, isFields, listOf } from './session.ts'

const speaksModern = (subject: ServerSubject): Promise<boolean> =>
  subject.visit('modern-apps').then(
    () => true,
    () => false,
  )

/** Checks of a server with clients that support Apps, that do not, and that state it in each request. */
export const negotiationChecks: readonly Check<ServerSubject>[] = [
  {
    id: 'server/negotiation/optional',
    title: 'A client without Apps can connect and list the tools',
    requirements: ['R-002', 'R-014'],
    tag: 'stable',
    level: 'must',
    mutant: 'negotiation/optional',
    async run(subject) {
      const answer = await subject.visit('plain').then((session) => session.request('tools/list'), String)
      const served = typeof answer !== 'string' && answer.ok && listOf(answer.value['tools']).length > 0
      return expectThat(served, answer, 'a connection, and tools')
    },
  },
  {
    id: 'server/negotiation/asks-before-ui',
    title: 'Tools have no view for a client without Apps',
    requirements: ['R-007', 'R-013'],
    tag: 'stable',
    level: 'should',
    mutant: 'negotiation/asks-before-ui',
    async run(subject) {
      if ((await subject.uris('apps')).length === 0) return notApplicable('no tool names a view')
      return expectThat((await subject.uris('plain')).length === 0, await subject.uris('plain'), 'no resourceUri')
    },
  },
  {
    id: 'server/negotiation/text-without-ui',
    title: 'A client without Apps gets text from a tool with a view',
    requirements: ['R-011', 'R-012'],
    tag: 'stable',
    level: 'should',
    mutant: 'negotiation/text-without-ui',
    async run(subject) {
      const called = await subject.call('plain')
      if (!called) return notApplicable('no tool with a view may be called')
      const { tool, answer } = called
      const text = answer.ok && listOf(answer.value['content']).some((block) => block['type'] === 'text' && block['text'] !== '')
      return expectThat(text, { tool, answer }, 'a block of text')
    },
  },
  {
    id: 'server/negotiation/unknown-settings',
    title: 'Unknown settings of the extension have no effect',
    requirements: ['R-010'],
    tag: 'stable',
    level: 'must',
    mutant: 'negotiation/unknown-settings',
    async run(subject) {
      const wanted = await subject.uris('apps')
      const seen = await subject.uris('curious').catch(String)
      return expectThat(String(seen) === String(wanted), seen, `the same views: ${wanted.join(', ')}`)
    },
  },
  {
    id: 'server/negotiation/extension-place',
    title: 'A server that announces Apps does so among its extensions',
    requirements: ['R-001', 'R-009'],
    tag: 'stable',
    level: 'must',
    mutant: 'negotiation/extension-place',
    async run(subject) {
      const { capabilities } = await subject.visit('apps')
      const elsewhere = [capabilities, fieldsOf(capabilities['experimental'])].some((place) => Object.hasOwn(place, EXTENSION_ID))
      return expectThat(!elsewhere, capabilities, `${EXTENSION_ID} in capabilities.extensions, or nowhere`)
    },
  },
  {
    id: 'server/negotiation/extension-object',
    title: 'The Apps extension of a server is an object',
    requirements: ['R-009'],
    tag: 'stable',
    level: 'must',
    mutant: 'negotiation/extension-object',
    async run(subject) {
      const announced = await subject.visit('apps').then(
        ({ capabilities }) => fieldsOf(capabilities['extensions'])[EXTENSION_ID],
        (error: unknown) => String(error),
      )
      if (announced === undefined) return notApplicable('the server announces nothing, which is allowed')
      return expectThat(isFields(announced), announced, 'an object')
    },
  },
  {
    id: 'server/eras/same-views',
    title: 'Tools have the same views without a handshake (2026-07-28) as with one',
    requirements: ['R-006'],
    tag: 'package',
    level: 'must',
    mutant: 'eras/same-views',
    async run(subject) {
      if (!(await speaksModern(subject))) return notApplicable('the server does not speak 2026-07-28')
      const wanted = await subject.uris('apps')
      const seen = await subject.uris('modern-apps')
      return expectThat(String(seen) === String(wanted), seen, `the same views: ${wanted.join(', ')}`)
    },
  },
  {
    id: 'server/eras/nothing-remembered',
    title: 'Without a handshake, the server does not remember client data between requests',
    requirements: ['R-006'],
    tag: 'package',
    level: 'must',
    mutant: 'eras/nothing-remembered',
    async run(subject) {
      if (!(await speaksModern(subject))) return notApplicable('the server does not speak 2026-07-28')
      const [apps, plain] = [await subject.visit('modern-apps'), await subject.visit('modern-plain')]
      const before = await plain.request('tools/list')
      await apps.request('tools/list')
      const after = await plain.request('tools/list')
      const told = (answer: typeof before): string => JSON.stringify(answer.ok ? answer.value['tools'] : answer)
      return expectThat(told(before) === told(after), told(after), `as before: ${told(before).slice(0, 200)}`)
    },
  },
]
