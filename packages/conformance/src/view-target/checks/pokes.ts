import { checkParams, viewToHost } from 'casement/protocol'
import { type Check, expectThat, notApplicable } from '../../suite/check.ts'
import type { ViewSubject } from '../view-subject.ts'
import { judgeCoping, paramsOf, sceneCheck, withMethod } from './scene-check.ts'

interface Feature {
  readonly name: string
  readonly method: string
  readonly requirements: readonly string[]
  readonly tag?: Check<ViewSubject>['tag']
}

/** Requests that need a capability that the host of this scene lacks. */
const GATED: readonly (Feature & { readonly level?: 'must' | 'should'; readonly alsoKnownAs?: readonly string[] })[] = [
  { name: 'links', method: 'ui/open-link', requirements: ['R-131', 'R-140'] },
  { name: 'downloads', method: 'ui/download-file', requirements: ['R-132', 'R-140'], tag: 'draft' },
  { name: 'server-tools', method: 'tools/call', requirements: ['R-133', 'R-140'] },
  { name: 'server-resources', method: 'resources/read', requirements: ['R-134', 'R-140'] },
  { name: 'logging', method: 'notifications/message', requirements: ['R-135', 'R-140'] },
  { name: 'sampling', method: 'sampling/createMessage', requirements: ['R-138', 'R-266'], tag: 'draft', level: 'must' },
  {
    name: 'display-mode',
    method: 'ui/request-display-mode',
    requirements: ['R-148', 'R-177'],
    level: 'must',
    alsoKnownAs: ['APP-106'],
  },
]

/** Checks that the View's requests match their schemas. */
const SHAPED: readonly Feature[] = [
  { name: 'link', method: 'ui/open-link', requirements: ['R-228'] },
  { name: 'download', method: 'ui/download-file', requirements: ['R-233'], tag: 'draft' },
  { name: 'message', method: 'ui/message', requirements: ['R-238'], tag: 'package' },
  { name: 'model-context', method: 'ui/update-model-context', requirements: ['R-244'] },
  { name: 'display-mode', method: 'ui/request-display-mode', requirements: ['R-176', 'R-243'] },
  { name: 'tool-call', method: 'tools/call', requirements: ['R-253'] },
  { name: 'resource', method: 'resources/read', requirements: ['R-253'] },
  { name: 'log', method: 'notifications/message', requirements: ['R-262'] },
  { name: 'sampling', method: 'sampling/createMessage', requirements: ['R-265'], tag: 'draft' },
]

const gatedChecks = GATED.map(({ name, method, requirements, tag, level = 'should', alsoKnownAs }) =>
  sceneCheck({
    id: `view/capabilities/${name}`,
    title: `The View does not send ${method} to a host that has not offered it`,
    requirements,
    level,
    ...(tag && { tag }),
    ...(alsoKnownAs && { alsoKnownAs }),
    scene: 'poked-with-nothing',
    judge({ heard }) {
      const sent = withMethod(heard, method)
      // The mode that a View is in already needs no permission.
      const wrong = method === 'ui/request-display-mode' ? sent.filter((each) => paramsOf(each)['mode'] !== 'inline') : sent
      return expectThat(wrong.length === 0, wrong, `no ${method}`)
    },
  }),
)

const shapedChecks = SHAPED.map(({ name, method, requirements, tag }) =>
  sceneCheck({
    id: `view/requests/${name}`,
    title: `${method} has valid params`,
    requirements,
    ...(tag && { tag }),
    scene: 'poked-with-all',
    judge({ heard }) {
      const sent = withMethod(heard, method)
      if (sent.length === 0) return notApplicable(`the View did not send ${method}`)
      const problems = sent.flatMap(({ params }) => problemOf(method, params) ?? [])
      return expectThat(problems.length === 0, problems, 'no problem')
    },
  }),
)

function problemOf(method: string, params: unknown): string | undefined {
  const problem = checkParams(viewToHost, method, params)
  if (problem !== undefined) return problem
  // Hosts of the official package take nothing but a list here, and everybody follows them (4.2).
  if (method === 'ui/message' && !Array.isArray((params as { content?: unknown }).content)) return 'params.content is not a list'
  return undefined
}

/** Checks of a View after all its controls have been clicked. */
export const pokeChecks: readonly Check<ViewSubject>[] = [
  ...gatedChecks,
  ...shapedChecks,
  sceneCheck({
    id: 'view/requests/other-mode',
    title: 'The View accepts a different display mode than the requested one',
    requirements: ['R-178'],
    scene: 'poked-with-all',
    judge({ heard, errors, alive }) {
      const asked = withMethod(heard, 'ui/request-display-mode').some((each) => paramsOf(each)['mode'] !== 'inline')
      if (!asked) return notApplicable('the View asked for no other display mode')
      return expectThat(alive && errors.length === 0, { alive, errors }, 'no error, and ping answered')
    },
  }),
  sceneCheck({
    id: 'view/requests/denied',
    title: 'The View handles refused requests',
    requirements: ['R-109', 'R-230', 'R-240'],
    level: 'should',
    scene: 'poked-with-denial',
    judge: judgeCoping,
  }),
]
