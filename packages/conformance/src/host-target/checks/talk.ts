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

/** JSON-RPC, and what a View asks of its server. */
export const talkChecks: readonly HostCheck[] = checksIn(talk, [
  answered('ping', {
    id: 'host/rpc/ping',
    title: 'answers a ping',
    requirements: ['R-127'],
    alsoKnownAs: ['security/sandbox-message-forwarding'],
    mutant: 'deaf-to-ping',
  }),
  answered('zero', {
    id: 'host/rpc/id-zero',
    title: 'answers a request with the id 0',
    requirements: ['R-111'],
    tag: 'package',
    mutant: 'deaf-to-zero',
  }),
  answered('text', {
    id: 'host/rpc/id-text',
    title: 'answers a request whose id is text, with that id',
    requirements: ['R-102'],
    mutant: 'numbers-only',
  }),
  answered('reversed', {
    id: 'host/rpc/member-order',
    title: 'reads a request whatever the order of its members',
    requirements: ['R-111'],
    tag: 'package',
    level: 'should',
    mutant: 'wants-its-order',
  }),
  answered('afterJunk', {
    id: 'host/rpc/malformed',
    title: 'goes on after messages that are none',
    requirements: ['R-105', 'R-107'],
    mutant: 'ends-at-junk',
  }),
  {
    id: 'host/rpc/unknown-method',
    title: 'answers a method that it does not know with -32601',
    requirements: ['R-108', 'R-090'],
    mutant: 'knows-everything',
    judge: ({ unknown }) => expectThat(unknown.error?.code === -32601, unknown, 'error -32601'),
  },
  {
    id: 'host/rpc/invalid-params',
    title: 'refuses params that cannot be read',
    requirements: ['R-105', 'R-108'],
    mutant: 'guesses-params',
    judge: ({ badParams }) => expectThat(isRefused(badParams), badParams, 'an error'),
  },
  {
    id: 'host/rpc/no-answer-to-notes',
    title: 'does not answer a notification',
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
    title: 'answers each request once',
    requirements: ['R-102'],
    mutant: 'answers-twice',
    judge({ entries }) {
      const { length } = entries.filter(({ what, message }) => what === 'heard' && message['id'] === 'call-add')
      return expectThat(length === 1, `${length} answers`, 'one')
    },
  },
  {
    id: 'host/tools/proxy-call',
    title: 'hands a tool call on to the server, and its result back as it came',
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
    title: 'hands the arguments on as they are',
    requirements: ['R-225'],
    mutant: 'changes-arguments',
    judge: ({ addArguments }) => expectThat(same(addArguments, { a: 2, b: 3 }), addArguments ?? 'nothing', '{"a":2,"b":3}'),
  },
  {
    id: 'host/tools/error-result',
    title: 'hands on a result that says isError as a result',
    requirements: ['R-261', 'R-225'],
    mutant: 'error-result-as-error',
    judge: ({ complains }) => expectThat(complains.result?.['isError'] === true, complains, 'a result with isError'),
  },
  {
    id: 'host/tools/protocol-error',
    title: 'hands on an error of the server as an error',
    requirements: ['R-261'],
    mutant: 'error-as-result',
    judge: ({ explodes }) => expectThat(explodes.error !== undefined, explodes, 'an error'),
  },
  {
    id: 'host/tools/no-second-delivery',
    title: 'answers the call of a View, and does not deliver it as input and result again',
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
    title: 'refuses the call of a tool that is for the model only',
    requirements: ['R-204'],
    alsoKnownAs: ['visibility/app-tool-call-guard'],
    mutant: 'model-tools-for-all',
  }),
  guarded('nobody', 'nobody', {
    id: 'host/visibility/empty',
    title: 'refuses the call of a tool that is visible to nobody',
    requirements: ['R-206'],
    mutant: 'empty-means-all',
  }),
  guarded('noSuch', 'no_such_tool', {
    id: 'host/visibility/unknown-tool',
    title: 'refuses the call of a tool that no list has',
    requirements: ['R-209'],
    tag: 'package',
    level: 'should',
    mutant: 'calls-unlisted',
  }),
  guarded('elsewhere', 'neighbour_tool', {
    id: 'host/visibility/other-server',
    title: "refuses the call of another server's tool",
    requirements: ['R-205', 'R-259'],
    mutant: 'calls-other-server',
  }),
  {
    id: 'host/visibility/app-only',
    title: 'lets the View call a tool that is for Views only',
    requirements: ['R-204', 'R-205'],
    mutant: 'app-tools-for-nobody',
    judge: ({ appOnly }) => expectThat(appOnly.result !== undefined && !isRefused(appOnly), appOnly, 'the result'),
  },
  {
    id: 'host/visibility/app-tool-hidden',
    title: 'hides tools from the model that are not for it',
    requirements: ['R-203', 'R-206'],
    alsoKnownAs: ['visibility/app-tool-hidden'],
    mutant: 'model-sees-all',
    judge: ({ modelTools }) =>
      expectThat(!modelTools.includes('app_only') && !modelTools.includes('nobody'), modelTools, 'neither app_only nor nobody'),
  },
  {
    id: 'host/visibility/model-tools',
    title: 'shows the model the tools that are for it, and those that say nothing',
    requirements: ['R-202', 'R-203'],
    mutant: 'model-sees-none',
    judge: ({ modelTools }) =>
      expectThat(modelTools.includes('model_only') && modelTools.includes('add'), modelTools, 'model_only and add'),
  },
  {
    id: 'host/tools/list',
    title: 'lists for the View only what it may call',
    requirements: ['R-254', 'R-258'],
    tag: 'draft',
    level: 'should',
    mutant: 'lists-all',
    judge({ list }) {
      if (list.error?.code === -32601) return notApplicable('the host does not answer tools/list')
      const names = [list.result?.['tools']].flat().map((tool) => fieldsOf(tool)['name'])
      return expectThat(names.includes('app_only') && !names.includes('model_only'), names, 'app_only, and not model_only')
    },
  },
  {
    id: 'host/resources/proxy-read',
    title: 'hands a resources/read on to the server, and its contents back as they came',
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
    title: 'tells the View that the list of tools changed, when it said that it would',
    requirements: ['R-133', 'R-256'],
    mutant: 'keeps-changes',
    judge({ entries, announcement }) {
      const { serverTools } = fieldsOf(introductionIn(entries)['hostCapabilities'])
      if (fieldsOf(serverTools)['listChanged'] !== true) return notApplicable('the host does not promise it')
      return expectThat(announcement, 'nothing', 'notifications/tools/list_changed')
    },
  },
  {
    id: 'host/sampling/undeclared',
    title: 'refuses sampling when it did not offer any',
    requirements: ['R-138', 'R-268'],
    tag: 'draft',
    mutant: 'samples-anyway',
    judge({ entries, sampling }) {
      if ('sampling' in fieldsOf(introductionIn(entries)['hostCapabilities'])) return notApplicable('the host offers sampling')
      return expectThat(sampling.error !== undefined, sampling, 'an error')
    },
  },
])
