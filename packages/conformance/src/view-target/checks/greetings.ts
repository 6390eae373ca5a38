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
    title: 'The View connects to a host with another protocolVersion',
    requirements: ['R-117', 'R-118'],
    tag: 'package',
    level: 'should',
    scene: 'other-version',
  }),
  connects({
    id: 'view/greeting/more-members',
    title: 'The View ignores unknown members',
    requirements: ['R-111', 'R-156'],
    tag: 'package',
    scene: 'more-members',
  }),
  connects({
    id: 'view/greeting/empty-context',
    title: 'The View connects with an empty hostContext',
    requirements: ['R-115', 'R-157'],
    scene: 'empty-context',
  }),
  connects({
    id: 'view/greeting/no-context',
    title: 'The View connects without a hostContext, which the specification allows',
    requirements: ['R-115', 'R-143'],
    level: 'should',
    scene: 'no-context',
  }),
  connects({
    id: 'view/greeting/no-capabilities',
    title: 'The View connects to a host without capabilities',
    requirements: ['R-140'],
    scene: 'no-capabilities',
  }),
  connects({
    id: 'view/greeting/other-modes',
    title: 'The View ignores an unknown display mode',
    requirements: ['R-148'],
    level: 'should',
    scene: 'other-modes',
  }),
  connects({
    id: 'view/greeting/no-storage',
    title: 'The View connects in an opaque origin, without storage',
    requirements: ['R-101'],
    level: 'should',
    scene: 'opaque',
  }),
]
