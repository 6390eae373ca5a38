import { type Check, expectThat } from '../../suite/check.ts'
import type { Greeting } from '../scenes/handshake.ts'
import type { ViewSubject } from '../view-subject.ts'
import { sceneCheck, type SceneRule } from './scene-check.ts'

type Kind = Exclude<Greeting, 'usual'> | 'opaque'

const connects = (rule: Omit<SceneRule<Kind>, 'judge'>): Check<ViewSubject> =>
  sceneCheck({
    ...rule,
    judge: ({ initialized, errors }) =>
      expectThat(initialized && errors.length === 0, { initialized, errors }, 'ui/notifications/initialized and no error'),
  })

/** Which hosts a View gets along with. */
export const greetingChecks: readonly Check<ViewSubject>[] = [
  connects({
    id: 'view/greeting/other-version',
    title: 'A host that answers with another protocolVersion is no reason to give up',
    requirements: ['R-117', 'R-118'],
    tag: 'package',
    level: 'should',
    scene: 'other-version',
  }),
  connects({
    id: 'view/greeting/more-members',
    title: 'Members that are not known yet are no reason to give up',
    requirements: ['R-111', 'R-156'],
    tag: 'package',
    scene: 'more-members',
  }),
  connects({
    id: 'view/greeting/empty-context',
    title: 'An empty hostContext is enough',
    requirements: ['R-115', 'R-157'],
    scene: 'empty-context',
  }),
  connects({
    id: 'view/greeting/no-context',
    title: 'A View connects to a host that sends no hostContext, as the specification allows',
    requirements: ['R-115', 'R-143'],
    level: 'should',
    scene: 'no-context',
  }),
  connects({
    id: 'view/greeting/no-capabilities',
    title: 'A View connects to a host that can do nothing for it',
    requirements: ['R-140'],
    scene: 'no-capabilities',
  }),
  connects({
    id: 'view/greeting/other-modes',
    title: 'A display mode that the View does not know is no reason to give up',
    requirements: ['R-148'],
    level: 'should',
    scene: 'other-modes',
  }),
  connects({
    id: 'view/greeting/no-storage',
    title: 'A View connects in a sandbox without an origin, where there is no storage',
    requirements: ['R-101'],
    level: 'should',
    scene: 'opaque',
  }),
]
