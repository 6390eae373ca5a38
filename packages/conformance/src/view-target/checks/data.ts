import { type Check, expectThat } from '../../suite/check.ts'
import type { Story } from '../scenes/data.ts'
import type { ViewSubject } from '../view-subject.ts'
import { fieldsOf, judgeCoping, requestsIn, sceneCheck, type SceneRule } from './scene-check.ts'

const CRITICAL = new Set([
  'tools/call',
  'ui/message',
  'ui/update-model-context',
  'ui/open-link',
  'ui/download-file',
  'sampling/createMessage',
])

const copes = (rule: Omit<SceneRule<Story>, 'judge'>): Check<ViewSubject> =>
  sceneCheck({
    ...rule,
    judge: judgeCoping,
  })

/** Checks of a View that receives tool data. */
export const dataChecks: readonly Check<ViewSubject>[] = [
  copes({
    id: 'view/data/usual',
    title: 'The View accepts input and result without an error',
    requirements: ['R-210', 'R-218'],
    scene: 'usual',
  }),
  copes({
    id: 'view/data/streamed',
    title: 'The View accepts or ignores partial input',
    requirements: ['R-212', 'R-215'],
    scene: 'streamed',
  }),
  copes({
    id: 'view/data/changing',
    title: 'The View accepts partial input with missing, null or changed fields',
    requirements: ['R-213', 'R-217'],
    level: 'should',
    scene: 'changing',
  }),
  copes({
    id: 'view/data/result-alone',
    title: 'The View accepts a result without previous input',
    requirements: ['R-030', 'R-211'],
    level: 'should',
    scene: 'result-alone',
  }),
  copes({
    id: 'view/data/without-arguments',
    title: 'The View accepts input without arguments',
    requirements: ['R-222'],
    tag: 'package',
    level: 'should',
    scene: 'without-arguments',
  }),
  copes({
    id: 'view/data/cancelled',
    title: 'The View accepts a cancellation without an error',
    requirements: ['R-220'],
    scene: 'cancelled',
  }),
  copes({
    id: 'view/data/cancelled-without-reason',
    title: 'The View accepts a cancellation without a reason',
    requirements: ['R-220', 'R-221'],
    scene: 'cancelled-without-reason',
  }),
  copes({
    id: 'view/data/cancelled-while-streaming',
    title: 'The View accepts a cancellation before the input is complete',
    requirements: ['R-212', 'R-220'],
    scene: 'cancelled-while-streaming',
  }),
  copes({
    id: 'view/data/failed',
    title: 'The View accepts a result with isError',
    requirements: ['R-224', 'R-261'],
    scene: 'failed',
  }),
  copes({
    id: 'view/data/without-structure',
    title: 'The View accepts a result without structuredContent, which some hosts drop',
    requirements: ['R-030', 'R-222', 'R-225'],
    level: 'should',
    scene: 'without-structure',
  }),
  copes({
    id: 'view/data/other-blocks',
    title: 'The View ignores unknown blocks and metadata in a result',
    requirements: ['R-030', 'R-225'],
    level: 'should',
    scene: 'other-blocks',
  }),
  sceneCheck({
    id: 'view/data/nothing-critical',
    title: 'The View has no side effects on partial input',
    requirements: ['R-216'],
    scene: 'only-partials',
    judge(heard) {
      const critical = requestsIn(heard).filter(({ method }) => CRITICAL.has(String(method)))
      return expectThat(critical.length === 0, critical, 'no request of consequence')
    },
  }),
  sceneCheck({
    id: 'view/data/result-shown',
    title: 'The View renders a later result',
    requirements: ['R-200', 'R-224'],
    level: 'should',
    scene: 'changed-by-result',
    judge: (seen) => expectThat(seen.changed, seen, 'a change in the document'),
  }),
  sceneCheck({
    id: 'view/data/cancelled-shown',
    title: 'The View stops waiting after a cancellation',
    requirements: ['R-224'],
    level: 'should',
    scene: 'changed-by-cancelled',
    judge: (seen) => expectThat(seen.changed, seen, 'a change in the document'),
  }),
  sceneCheck({
    id: 'view/data/at-once',
    title: 'The View does not lose data that arrives immediately after the handshake',
    requirements: ['R-124'],
    tag: 'package',
    level: 'should',
    scene: 'changed-at-once',
    judge: (seen) => expectThat(seen.changed, seen, 'another document than without data'),
  }),
  sceneCheck({
    id: 'view/policy/declared',
    title: 'The View loads nothing that its policy blocks',
    requirements: ['R-048', 'R-069'],
    scene: 'usual',
    judge({ violations }) {
      const loads = violations.filter((violation) => !violation.endsWith(' eval') && !violation.endsWith(' wasm-eval'))
      return expectThat(loads.length === 0, loads, 'no violation of the policy')
    },
  }),
  sceneCheck({
    id: 'view/policy/no-eval',
    title: 'The View does not use eval or new Function, which no policy of the specification allows',
    requirements: ['R-071'],
    tag: 'package',
    level: 'should',
    scene: 'usual',
    judge({ violations }) {
      const evals = violations.filter((violation) => violation.endsWith(' eval') || violation.endsWith(' wasm-eval'))
      return expectThat(evals.length === 0, evals, 'no eval')
    },
  }),
  sceneCheck({
    id: 'view/wire/ids',
    title: 'Request ids of the View are unique',
    requirements: ['R-102'],
    scene: 'poked-with-all',
    judge({ heard }) {
      const ids = requestsIn(heard).map(({ id }) => id)
      return expectThat(new Set(ids).size === ids.length, ids, 'ids that differ')
    },
  }),
  sceneCheck({
    id: 'view/wire/known-methods',
    title: 'The View uses no undefined ui/ methods',
    requirements: ['R-253', 'R-314'],
    alsoKnownAs: ['APP-103'],
    scene: 'usual',
    judge({ heard }) {
      const unknown = heard
        .map((message) => String(fieldsOf(message)['method']))
        .filter((method) => method.startsWith('ui/') && !UI_METHODS.has(method))
      return expectThat(unknown.length === 0, unknown, [...UI_METHODS].join(', '))
    },
  }),
]

const UI_METHODS = new Set([
  'ui/initialize',
  'ui/notifications/initialized',
  'ui/open-link',
  'ui/download-file',
  'ui/message',
  'ui/update-model-context',
  'ui/request-display-mode',
  'ui/notifications/size-changed',
  'ui/notifications/request-teardown',
])
