import { type Check, expectThat, notApplicable, type Outcome } from '../../suite/check.ts'
import type { Nonsense } from '../scenes/questions.ts'
import type { Message } from '../stage.ts'
import type { ViewSubject } from '../view-subject.ts'
import { fieldsOf, isFields, sceneCheck, type SceneRule } from './scene-check.ts'

const isResult = (answer: Message | undefined): boolean => isFields(answer?.['result'])
const isError = (answer: Message | undefined): boolean => answer?.['error'] !== undefined
const codeOf = (answer: Message | undefined): unknown => fieldsOf(answer?.['error'])['code']
const wasToolsDeclared = (declared: unknown): Outcome | undefined =>
  declared === undefined ? notApplicable('the View declares no tools') : undefined

const survives = (rule: Omit<SceneRule<Nonsense>, 'judge' | 'requirements' | 'level'>): Check<ViewSubject> =>
  sceneCheck({
    ...rule,
    requirements: ['R-102', 'R-107'],
    level: 'should',
    judge: ({ errors, alive }) => expectThat(alive && errors.length === 0, { alive, errors }, 'no error, and ping answered'),
  })

/** Checks of the View's responses to requests. */
export const questionChecks: readonly Check<ViewSubject>[] = [
  sceneCheck({
    id: 'view/questions/ping',
    title: 'The View responds to ping with an empty result',
    requirements: ['R-127', 'R-253'],
    scene: 'questions',
    judge: ({ ping }) => expectThat(isResult(ping), ping, 'result: {}'),
  }),
  sceneCheck({
    id: 'view/questions/id-kept',
    title: 'A response has the id of its request, number or string',
    requirements: ['R-102', 'R-111'],
    scene: 'questions',
    judge: ({ ping, numbered }) => expectThat(ping !== undefined && numbered !== undefined, { ping, numbered }, 'both responses'),
  }),
  sceneCheck({
    id: 'view/questions/id-zero',
    title: 'The View responds to a request with the id 0',
    requirements: ['R-111'],
    tag: 'package',
    scene: 'questions',
    judge: ({ zero }) => expectThat(zero !== undefined, zero, 'an answer'),
  }),
  sceneCheck({
    id: 'view/questions/unknown-answered',
    title: 'The View responds to an unknown method',
    requirements: ['R-102', 'R-108'],
    scene: 'questions',
    judge: ({ unknown, unknownUi }) => expectThat(isError(unknown) && isError(unknownUi), { unknown, unknownUi }, 'an error'),
  }),
  sceneCheck({
    id: 'view/questions/unknown-code',
    title: 'The View responds to an unknown method with -32601',
    requirements: ['R-108'],
    scene: 'questions',
    judge: ({ unknown }) => expectThat(codeOf(unknown) === -32_601, unknown, 'error: { code: -32601 }'),
  }),
  sceneCheck({
    id: 'view/questions/well-formed-answers',
    title: 'A response is JSON-RPC 2.0, with a result or an error and not both',
    requirements: ['R-102'],
    scene: 'questions',
    judge(answers) {
      const given = Object.values(answers).filter((answer) => answer !== undefined)
      const wrong = given.filter(
        (answer) => answer['jsonrpc'] !== '2.0' || Object.hasOwn(answer, 'result') === Object.hasOwn(answer, 'error'),
      )
      return expectThat(given.length > 0 && wrong.length === 0, wrong, 'jsonrpc: "2.0" and result or error')
    },
  }),
  sceneCheck({
    id: 'view/asides/not-answered',
    title: 'The View does not respond to notifications and unmatched responses',
    requirements: ['R-102'],
    scene: 'asides',
    judge({ said }) {
      const answers = said.filter((message) => isFields(message) && message['method'] === undefined)
      return expectThat(answers.length === 0, answers, 'nothing')
    },
  }),
  sceneCheck({
    id: 'view/asides/survived',
    title: 'Unknown notifications and unmatched responses have no effect',
    requirements: ['R-110', 'R-254', 'R-255'],
    scene: 'asides',
    judge: ({ errors, alive }) => expectThat(alive && errors.length === 0, { alive, errors }, 'no error, and ping answered'),
  }),
  survives({ id: 'view/nonsense/not-objects', title: 'The View ignores messages that are not objects', scene: 'not-objects' }),
  survives({ id: 'view/nonsense/not-json-rpc', title: 'The View ignores messages of other protocols', scene: 'not-json-rpc' }),
  survives({ id: 'view/nonsense/broken-json-rpc', title: 'The View ignores invalid JSON-RPC', scene: 'broken-json-rpc' }),
  survives({
    id: 'view/nonsense/broken-params',
    title: 'The View ignores notifications with invalid params',
    scene: 'broken-params',
  }),
  sceneCheck({
    id: 'view/stranger/not-answered',
    title: 'The View does not respond to other frames',
    requirements: ['R-103', 'R-107'],
    tag: 'package',
    scene: 'stranger',
    judge({ said, answered }) {
      const answers = said.filter((message) => isFields(message) && message['method'] === undefined)
      return expectThat(answers.length === 0 && answered === 0, { answers, answered }, 'no response to any sender')
    },
  }),
  sceneCheck({
    id: 'view/teardown/answered',
    title: 'The View responds to ui/resource-teardown',
    requirements: ['R-273'],
    scene: 'teardown',
    judge: ({ answer }) => expectThat(answer !== undefined, answer, 'an answer'),
  }),
  sceneCheck({
    id: 'view/teardown/result',
    title: 'The View supports ui/resource-teardown',
    requirements: ['R-273'],
    level: 'should',
    scene: 'teardown',
    judge: ({ answer }) => expectThat(answer !== undefined && codeOf(answer) !== -32_601, answer, 'result: {}, or why it failed'),
  }),
  sceneCheck({
    id: 'view/teardown/without-reason',
    title: 'The View accepts ui/resource-teardown without a reason',
    requirements: ['R-271', 'R-273'],
    tag: 'package',
    scene: 'teardown-without-reason',
    judge: ({ answer }) => expectThat(answer !== undefined && codeOf(answer) !== -32_602, answer, 'result: {}'),
  }),
  sceneCheck({
    id: 'view/teardown/quiet',
    title: 'The View sends nothing after teardown',
    requirements: ['R-280'],
    tag: 'package',
    level: 'should',
    scene: 'teardown',
    judge({ answer, after }) {
      if (!isResult(answer)) return notApplicable('the View did not send ui/request-teardown')
      return expectThat(after.length === 0, after, 'silence')
    },
  }),
  sceneCheck({
    id: 'view/tools/listed',
    title: 'A View that declares tools responds to tools/list',
    requirements: ['R-281', 'R-282'],
    alsoKnownAs: ['APP-105'],
    tag: 'draft',
    scene: 'tools',
    judge: ({ declared, list }) =>
      wasToolsDeclared(declared) ??
      expectThat(Array.isArray(fieldsOf(list?.['result'])['tools']), list, 'result: { tools: [ … ] }'),
  }),
  sceneCheck({
    id: 'view/tools/complete',
    title: 'Every tool of a View has a name and an input schema',
    requirements: ['R-284', 'R-285'],
    tag: 'draft',
    level: 'should',
    scene: 'tools',
    judge({ declared, list }) {
      const { tools } = fieldsOf(list?.['result'])
      if (declared === undefined || !Array.isArray(tools)) return notApplicable('the View lists no tools')
      const wrong = tools.filter(
        (tool) => !fieldsOf(tool)['name'] || fieldsOf(fieldsOf(tool)['inputSchema'])['type'] !== 'object',
      )
      return expectThat(wrong.length === 0, wrong, 'name, and inputSchema of type object')
    },
  }),
  sceneCheck({
    id: 'view/tools/unknown-refused',
    title: 'A call of an unknown tool fails',
    requirements: ['R-282', 'R-283'],
    tag: 'draft',
    level: 'should',
    scene: 'tools',
    judge: ({ declared, unknown }) =>
      wasToolsDeclared(declared) ??
      expectThat(isError(unknown) || fieldsOf(unknown?.['result'])['isError'] === true, unknown, 'an error, or isError: true'),
  }),
  sceneCheck({
    id: 'view/tools/declared',
    title: 'A View that responds to tools/list has declared tools',
    requirements: ['R-129', 'R-281'],
    tag: 'draft',
    scene: 'tools',
    judge: ({ declared, list }) =>
      expectThat(declared !== undefined || !isResult(list), { declared, list }, 'appCapabilities.tools'),
  }),
]
