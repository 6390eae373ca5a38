import { type Check, expectThat, notApplicable } from '../../suite/check.ts'
import { heightOf } from '../scenes/appearance.ts'
import type { ViewSubject } from '../view-subject.ts'
import { paramsOf, sceneCheck } from './scene-check.ts'

const isLength = (value: unknown): boolean => value === undefined || (Number.isFinite(value) && Number(value) >= 0)
const SILENT = notApplicable('the View reports no size')

/** Theme, style variables and size reports of a View. */
export const appearanceChecks: readonly Check<ViewSubject>[] = [
  sceneCheck({
    id: 'view/context/theme-at-first',
    title: 'The View supports dark mode',
    requirements: ['R-145', 'R-191'],
    level: 'should',
    scene: 'first-theme',
    judge: (seen) => expectThat(seen.differs, seen, 'another colour scheme, colour, background or mark'),
  }),
  sceneCheck({
    id: 'view/context/theme-followed',
    title: 'The View applies theme changes',
    requirements: ['R-158', 'R-159', 'R-191'],
    level: 'should',
    scene: 'appearance',
    judge: ({ followsTheme }) => expectThat(followsTheme, { followsTheme }, 'another colour scheme, colour, background or mark'),
  }),
  sceneCheck({
    id: 'view/context/not-reloaded',
    title: 'The View does not reload when the context changes',
    requirements: ['R-159'],
    scene: 'appearance',
    judge: ({ hellos }) => expectThat(hellos === 0, { hellos }, 'no ui/initialize after the first handshake'),
  }),
  sceneCheck({
    id: 'view/context/survived',
    title: 'The View accepts context changes with unknown members',
    requirements: ['R-156', 'R-158'],
    scene: 'appearance',
    judge: ({ errors, alive }) => expectThat(alive && errors.length === 0, { alive, errors }, 'no error, and ping answered'),
  }),
  sceneCheck({
    id: 'view/context/variables',
    title: 'The View sets the style variables of the host on the document',
    requirements: ['R-146', 'R-190'],
    level: 'should',
    scene: 'appearance',
    judge: ({ takesVariables }) => expectThat(takesVariables, { takesVariables }, 'the value of the host'),
  }),
  sceneCheck({
    id: 'view/context/variables-followed',
    title: 'The View applies changed style variables',
    requirements: ['R-158', 'R-190'],
    level: 'should',
    scene: 'appearance',
    judge: ({ followsVariables }) => expectThat(followsVariables, { followsVariables }, 'the new value of the host'),
  }),
  sceneCheck({
    id: 'view/context/merged',
    title: 'A theme change without variables keeps the style variables',
    requirements: ['R-159', 'R-160'],
    level: 'should',
    scene: 'appearance',
    judge({ takesVariables, keepsVariables }) {
      if (!takesVariables) return notApplicable('the View does not apply style variables')
      return expectThat(keepsVariables, { keepsVariables }, 'the first value')
    },
  }),
  sceneCheck({
    id: 'view/size/reported',
    title: 'The View reports its size',
    requirements: ['R-170'],
    alsoKnownAs: ['APP-104'],
    level: 'should',
    scene: 'sizes',
    judge: ({ first }) => expectThat(first !== undefined, first, 'ui/notifications/size-changed'),
  }),
  sceneCheck({
    id: 'view/size/numbers',
    title: 'A reported size has a width and a height in pixels',
    requirements: ['R-169', 'R-170'],
    scene: 'sizes',
    judge({ first }) {
      if (!first) return SILENT
      const { width, height } = paramsOf(first)
      const sound = isLength(width) && isLength(height) && (width ?? height) !== undefined
      return expectThat(sound, first, 'finite numbers, not negative')
    },
  }),
  sceneCheck({
    id: 'view/size/after-handshake',
    title: 'No size is reported before the View is initialized',
    requirements: ['R-119', 'R-170'],
    level: 'should',
    scene: 'sizes',
    judge: ({ early }) => expectThat(early === 0, { early }, 'no report'),
  }),
  sceneCheck({
    id: 'view/size/grows',
    title: 'The View reports the growth of its content',
    requirements: ['R-170', 'R-171'],
    alsoKnownAs: ['APP-104'],
    level: 'should',
    scene: 'sizes',
    judge({ canGrow, first, grown }) {
      if (!canGrow) return notApplicable('the document of the View does not grow with what is added to it')
      return expectThat(
        grown !== undefined && (heightOf(grown) ?? 0) > (heightOf(first) ?? 0),
        { first, grown },
        'a greater height',
      )
    },
  }),
  sceneCheck({
    id: 'view/size/true',
    title: 'The reported height is the height of the content',
    requirements: ['R-170', 'R-172'],
    level: 'should',
    scene: 'sizes',
    judge({ canGrow, grown, heightThen }) {
      if (!canGrow || !grown) return notApplicable('the View reports no growth')
      const height = heightOf(grown) ?? 0
      return expectThat(Math.abs(height - heightThen) <= 2, { height, heightThen }, `${heightThen}, give or take 2`)
    },
  }),
  sceneCheck({
    id: 'view/size/only-changes',
    title: 'The View does not report an unchanged size',
    requirements: ['R-171'],
    level: 'should',
    scene: 'sizes',
    judge: ({ first, idle }) => (first ? expectThat(idle.length === 0, idle, 'no report') : SILENT),
  }),
  sceneCheck({
    id: 'view/size/no-loop',
    title: 'The View stops reporting when the host grants the height',
    requirements: ['R-173'],
    level: 'should',
    scene: 'sizes',
    judge({ grown, granted }) {
      if (!grown) return SILENT
      const more = granted.filter((message) => (heightOf(message) ?? 0) > (heightOf(grown) ?? 0) + 2)
      return expectThat(more.length === 0, granted, 'no greater height')
    },
  }),
]
