import { RESOURCE_MIME_TYPE } from 'casement/protocol'
import { type Check, expectThat, fail, notApplicable, pass } from '../suite/check.ts'
import type { ServerSubject } from './server-subject.ts'
import { fieldsOf, listOf } from './session.ts'

const BLOCKS = new Set(['text', 'image', 'audio', 'resource', 'resource_link'])
const NOWHERE = 'ui://casement-conformance/there-is-no-such-view'

/** Checks that send requests: repeated reads, results and errors. */
export const answerChecks: readonly Check<ServerSubject>[] = [
  {
    id: 'server/resources/unknown-refused',
    title: 'Reading an unknown view fails',
    requirements: ['R-021', 'R-023'],
    tag: 'stable',
    level: 'must',
    mutant: 'resources/unknown-refused',
    async run(subject) {
      const answer = await (await subject.visit('apps')).request('resources/read', { uri: NOWHERE })
      return expectThat(!answer.ok, answer, 'an error')
    },
  },
  {
    id: 'server/resources/every-session',
    title: 'A second session can read the views, as in hosts with separate sessions for the model and the app',
    requirements: ['R-023', 'R-029'],
    tag: 'stable',
    level: 'must',
    mutant: 'resources/every-session',
    async run(subject) {
      const [uri] = await subject.uris('apps')
      if (uri === undefined) return notApplicable('no tool names a view')
      const first = await (await subject.visit('apps')).request('resources/read', { uri })
      if (!first.ok) return notApplicable('the first session cannot read it either')
      const second = await subject.visit('again').then((session) => session.request('resources/read', { uri }), String)
      return expectThat(typeof second !== 'string' && second.ok, second, 'the document')
    },
  },
  {
    id: 'server/resources/same-metadata',
    title: 'Reading a view twice returns the same type and metadata, because hosts cache them',
    requirements: ['R-025', 'R-034'],
    tag: 'stable',
    level: 'should',
    mutant: 'resources/same-metadata',
    async run(subject) {
      const [uri] = await subject.uris('apps')
      if (uri === undefined) return notApplicable('no tool names a view')
      const session = await subject.visit('apps')
      const read = async (): Promise<string> => {
        const answer = await session.request('resources/read', { uri })
        const items = answer.ok ? listOf(answer.value['contents']) : []
        return JSON.stringify(items.map(({ mimeType, _meta }) => ({ mimeType, _meta })))
      }
      const [first, second] = [await read(), await read()]
      return expectThat(first === second, second, first)
    },
  },
  {
    id: 'server/resources/listed-scheme',
    title: 'Every resource with the MIME type of Apps has a ui:// URI',
    requirements: ['R-015'],
    tag: 'stable',
    level: 'must',
    alsoKnownAs: ['APP-001'],
    mutant: 'resources/listed-scheme',
    async run(subject) {
      const views = (await subject.resources()).filter(({ mimeType }) => mimeType === RESOURCE_MIME_TYPE)
      if (views.length === 0) return notApplicable('no view is listed, which is allowed (R-026)')
      const wrong = views.filter(({ uri }) => !String(uri).startsWith('ui://'))
      return expectThat(wrong.length === 0, wrong, 'ui://…')
    },
  },
  {
    id: 'server/resources/listed-readable',
    title: 'Every listed view can be read',
    requirements: ['R-016', 'R-023'],
    tag: 'stable',
    level: 'must',
    mutant: 'resources/listed-readable',
    async run(subject) {
      const views = (await subject.resources()).filter(({ uri }) => String(uri).startsWith('ui://'))
      if (views.length === 0) return notApplicable('no view is listed, which is allowed (R-026)')
      const session = await subject.visit('apps')
      const answers = await Promise.all(views.map(({ uri }) => session.request('resources/read', { uri })))
      const refused = views.filter((_, index) => !answers[index]?.ok).map(({ uri }) => uri)
      return expectThat(refused.length === 0, refused, 'a document for each')
    },
  },
  {
    id: 'server/results/content-list',
    title: 'A tool result has a content list, with and without Apps',
    requirements: ['R-012'],
    tag: 'stable',
    level: 'must',
    mutant: 'results/content-list',
    async run(subject) {
      const called = await subject.call('apps')
      if (!called) return notApplicable('no tool with a view may be called')
      if (!called.answer.ok) return fail(called.answer.message, 'a result')
      return expectThat(Array.isArray(called.answer.value['content']), called.answer.value, 'content: [ … ]')
    },
  },
  {
    id: 'server/results/known-blocks',
    title: 'Every content block has a type of MCP',
    requirements: ['R-225', 'R-226'],
    tag: 'stable',
    level: 'must',
    mutant: 'results/known-blocks',
    async run(subject) {
      const called = await subject.call('apps')
      if (!called?.answer.ok) return notApplicable('there is no result to check')
      const unknown = listOf(called.answer.value['content']).filter(({ type }) => !BLOCKS.has(String(type)))
      return expectThat(unknown.length === 0, unknown, [...BLOCKS].join(', '))
    },
  },
  {
    id: 'server/errors/unknown-tool',
    title: 'Calling an unknown tool fails',
    requirements: ['R-261'],
    tag: 'stable',
    level: 'must',
    mutant: 'errors/unknown-tool',
    async run(subject) {
      const session = await subject.visit('apps')
      const answer = await session.request('tools/call', { name: 'casement-no-such-tool', arguments: {} })
      return expectThat(!answer.ok || answer.value['isError'] === true, answer, 'an error, or isError: true')
    },
  },
  {
    id: 'server/errors/missing-arguments',
    title: 'Calling a tool without the arguments that it requires fails',
    requirements: ['R-261', 'R-305'],
    tag: 'stable',
    level: 'should',
    mutant: 'errors/missing-arguments',
    async run(subject) {
      const called = (await subject.call('apps'))?.tool
      const tool = (await subject.tools('apps')).find(({ name }) => name === called)
      const { required } = fieldsOf(tool?.['inputSchema'])
      if (!Array.isArray(required) || required.length === 0)
        return notApplicable('there is no tool that may be called and requires arguments')
      const session = await subject.visit('apps')
      const answer = await session.request('tools/call', { name: called, arguments: {} })
      return expectThat(!answer.ok || answer.value['isError'] === true, answer, 'an error, or isError: true')
    },
  },
  {
    id: 'server/errors/unknown-method',
    title: 'The server responds to an unknown method with -32601',
    requirements: ['R-108'],
    tag: 'stable',
    level: 'must',
    mutant: 'errors/unknown-method',
    async run(subject) {
      const answer = await (await subject.visit('apps')).request('casement/no-such-method')
      return answer.ok || answer.code !== -32_601 ? fail(JSON.stringify(answer), 'the error -32601') : pass
    },
  },
]
