import { expectThat, notApplicable } from '../../suite/check.ts'
import type { Answer } from '../probe.ts'
import { introductionIn } from '../scenes/life.ts'
import { talk, type TalkFacts } from '../scenes/talk.ts'
import { checksIn, fieldsOf, type HostCheck, indexOf, type Row, same } from '../subject.ts'
import { DATA_URI } from '../test-server.ts'

const isRefused = ({ result, error }: Answer): boolean => error !== undefined || result?.['isError'] === true
const answered = (
  name: 'ping' | 'zero' | 'text' | 'reversed' | 'afterJunk',
  row: Omit<Row<TalkFacts>, 'judge'>,
): Row<TalkFacts> => ({
  ...row,
  judge: (facts) => expectThat(facts[name].result !== undefined, facts[name], 'a result'),
})

/** A tool that must not be reached from the View. */
const guarded = (
  name: 'modelOnly' | 'nobody' | 'noSuch' | 'elsewhere',
  tool: string,
  row: Omit<Row<TalkFacts>, 'judge'>,
): Row<TalkFacts> => ({
  ...row,
  judge: (facts) =>
    expectThat(
      isRefused(facts[name]) && !facts.called.includes(tool) && !facts.calledElsewhere.includes(tool),
      { answer: facts[name], called: [...facts.called, ...facts.calledElsewhere].includes(tool) },
      'an error, and no call at the server',
    ),
})

/** JSON-RPC, and requests of a View to its server. */
export const talkChecks: readonly HostCheck[] = checksIn(talk, [
  answered('ping', {
    id: 'host/rpc/ping',
    title: 'responds to ping',
    requirements: ['R-127'],
    alsoKnownAs: ['security/sandbox-message-forwarding'],
    mutant: 'deaf-to-ping',
  }),
  answered('zero', {
    id: 'host/rpc/id-zero',
    title: 'responds to a request with the id 0',
    requirements: ['R-111'],
    tag: 'package',
    mutant: 'deaf-to-zero',
  }),
  answered('text', {
    id: 'host/rpc/id-text',
    title: 'responds to a request with a string id',
    requirements: ['R-102'],
    mutant: 'numbers-only',
  }),
  answered('reversed', {
    id: 'host/rpc/member-order',
    title: 'accepts members of a request in any order',
    requirements: ['R-111'],
    tag: 'package',
    level: 'should',
    mutant: 'wants-its-order',
  }),
  answered('afterJunk', {
    id: 'host/rpc/malformed',
    title: 'ignores messages that are not JSON-RPC',
    requirements: ['R-105', 'R-107'],
    mutant: 'ends-at-junk',
  }),
  {
    id: 'host/rpc/unknown-method',
    title: 'responds to an unknown method with -32601',
    requirements: ['R-108', 'R-090'],
    mutant: 'knows-everything',
    judge: ({ unknown }) => expectThat(unknown.error?.code === -32601, unknown, 'error -32601'),
  },
  {
    id: 'host/rpc/invalid-params',
    title: 'refuses invalid params',
    requirements: ['R-105', 'R-108'],
    mutant: 'guesses-params',
    judge: ({ badParams }) => expectThat(isRefused(badParams), badParams, 'an error'),
  },
  {
    id: 'host/rpc/no-answer-to-notes',
    title: 'does not respond to a notification',
    requirements: ['R-102'],
    mutant: 'answers-notes',
    judge({ entries }) {
      const odd = entries.find(
        ({ what, message }) => what === 'heard' && !('method' in message) && (message['id'] ?? null) === null,
      )
      return expectThat(!odd, odd?.message, 'no message without an id and a method')
    },
  },
  {
    id: 'host/rpc/one-answer',
    title: 'responds to each request once',
    requirements: ['R-102'],
    mutant: 'answers-twice',
    judge({ entries }) {
      const { length } = entries.filter(({ what, message }) => what === 'heard' && message['id'] === 'call-add')
      return expectThat(length === 1, `${length} answers`, 'one')
    },
  },
  {
    id: 'host/tools/proxy-call',
    title: 'forwards tools/call to the server, and its result unchanged',
    requirements: ['R-133', 'R-225', 'R-259'],
    alsoKnownAs: ['tools/proxy-call'],
    mutant: 'loses-structured-content',
    judge: ({ add }) =>
      expectThat(
        same(add.result?.['structuredContent'], { sum: 5 }) && same(add.result?.['_meta'], { from: 'add' }),
        add,
        'the result with structuredContent and _meta',
      ),
  },
  {
    id: 'host/tools/arguments',
    title: 'forwards the arguments unchanged',
    requirements: ['R-225'],
    mutant: 'changes-arguments',
    judge: ({ addArguments }) => expectThat(same(addArguments, { a: 2, b: 3 }), addArguments ?? 'nothing', '{"a":2,"b":3}'),
  },
  {
    id: 'host/tools/error-result',
    title: 'forwards a result with isError as a result',
    requirements: ['R-261', 'R-225'],
    mutant: 'error-result-as-error',
    judge: ({ complains }) => expectThat(complains.result?.['isError'] === true, complains, 'a result with isError'),
  },
  {
    id: 'host/tools/protocol-error',
    title: 'forwards an error of the server as an error',
    requirements: ['R-261'],
    mutant: 'error-as-result',
    judge: ({ explodes }) => expectThat(explodes.error !== undefined, explodes, 'an error'),
  },
  {
    id: 'host/tools/no-second-delivery',
    title: 'responds to a tools/call of the View without tool-input or tool-result',
    requirements: ['R-211'],
    mutant: 'delivers-again',
    judge({ entries }) {
      const call = indexOf(entries, 'sent', 'tools/call')
      const after = entries
        .slice(call)
        .filter(({ what, message }) => what === 'heard' && /tool-(?:input|result)/.test(String(message['method'])))
      return expectThat(after.length === 0, after[0]?.message, 'the answer alone')
    },
  },
  guarded('modelOnly', 'model_only', {
    id: 'host/visibility/app-tool-call-guard',
    title: 'refuses to call a tool that is visible to the model only',
    requirements: ['R-204'],
    alsoKnownAs: ['visibility/app-tool-call-guard'],
    mutant: 'model-tools-for-all',
  }),
  guarded('nobody', 'nobody', {
    id: 'host/visibility/empty',
    title: 'refuses to call a tool with empty visibility',
    requirements: ['R-206'],
    mutant: 'empty-means-all',
  }),
  guarded('noSuch', 'no_such_tool', {
    id: 'host/visibility/unknown-tool',
    title: 'refuses to call an unlisted tool',
    requirements: ['R-209'],
    tag: 'package',
    level: 'should',
    mutant: 'calls-unlisted',
  }),
  guarded('elsewhere', 'neighbour_tool', {
    id: 'host/visibility/other-server',
    title: 'refuses to call a tool of another server',
    requirements: ['R-205', 'R-259'],
    mutant: 'calls-other-server',
  }),
  {
    id: 'host/visibility/app-only',
    title: 'allows the View to call an app-only tool',
    requirements: ['R-204', 'R-205'],
    mutant: 'app-tools-for-nobody',
    judge: ({ appOnly }) => expectThat(appOnly.result !== undefined && !isRefused(appOnly), appOnly, 'the result'),
  },
  {
    id: 'host/visibility/app-tool-hidden',
    title: 'hides app-only tools from the model',
    requirements: ['R-203', 'R-206'],
    alsoKnownAs: ['visibility/app-tool-hidden'],
    mutant: 'model-sees-all',
    judge: ({ modelTools }) =>
      expectThat(!modelTools.includes('app_only') && !modelTools.includes('nobody'), modelTools, 'neither app_only nor nobody'),
  },
  {
    id: 'host/visibility/model-tools',
    title: 'offers the model its tools, and tools without visibility',
    requirements: ['R-202', 'R-203'],
    mutant: 'model-sees-none',
    judge: ({ modelTools }) =>
      expectThat(modelTools.includes('model_only') && modelTools.includes('add'), modelTools, 'model_only and add'),
  },
  {
    id: 'host/tools/list',
    title: 'lists only callable tools for the View',
    requirements: ['R-254', 'R-258'],
    tag: 'draft',
    level: 'should',
    mutant: 'lists-all',
    judge({ list }) {
      if (list.error?.code === -32601) return notApplicable('the host does not support tools/list')
      const names = [list.result?.['tools']].flat().map((tool) => fieldsOf(tool)['name'])
      return expectThat(names.includes('app_only') && !names.includes('model_only'), names, 'app_only, and not model_only')
    },
  },
  {
    id: 'host/resources/proxy-read',
    title: 'forwards resources/read to the server, and its contents unchanged',
    requirements: ['R-134', 'R-259'],
    mutant: 'loses-contents',
    judge: ({ data }) =>
      expectThat(
        same(data.result?.['contents'], [{ uri: DATA_URI, mimeType: 'text/plain', text: 'data of the probe' }]),
        data,
        'the contents',
      ),
  },
  {
    id: 'host/tools/list-changed',
    title: 'forwards tools/list_changed if it declared it',
    requirements: ['R-133', 'R-256'],
    mutant: 'keeps-changes',
    judge({ entries, announcement }) {
      const { serverTools } = fieldsOf(introductionIn(entries)['hostCapabilities'])
      if (fieldsOf(serverTools)['listChanged'] !== true) return notApplicable('the host does not declare it')
      return expectThat(announcement, 'nothing', 'notifications/tools/list_changed')
    },
  },
  {
    id: 'host/sampling/undeclared',
    title: 'refuses sampling if it did not offer it',
    requirements: ['R-138', 'R-268'],
    tag: 'draft',
    mutant: 'samples-anyway',
    judge({ entries, sampling }) {
      if ('sampling' in fieldsOf(introductionIn(entries)['hostCapabilities'])) return notApplicable('the host offers sampling')
      return expectThat(sampling.error !== undefined, sampling, 'an error')
    },
  },
])
