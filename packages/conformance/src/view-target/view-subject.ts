import { appearance, firstTheme, sizes } from './scenes/appearance.ts'
import { changedAtOnce, changedBy, onlyPartials, type Story, told } from './scenes/data.ts'
import { answeredByStranger, greeted, handshake, refused } from './scenes/handshake.ts'
import { pokedWithAll, pokedWithDenial, pokedWithNothing } from './scenes/pokes.ts'
import { asides, nonsense, questions, stranger, teardown, tools } from './scenes/questions.ts'
import type { ExaminedView, Stage, Theatre } from './stage.ts'

/** Every situation that a View is put into. */
const SCENES = {
  handshake,
  refused,
  'answered-by-stranger': answeredByStranger,
  'other-version': greeted('other-version'),
  'more-members': greeted('more-members'),
  'empty-context': greeted('empty-context'),
  'no-context': greeted('no-context'),
  'no-capabilities': greeted('no-capabilities'),
  'other-modes': greeted('other-modes'),
  opaque: greeted('usual', 'allow-scripts'),
  questions,
  asides,
  'not-objects': nonsense('not-objects'),
  'not-json-rpc': nonsense('not-json-rpc'),
  'broken-json-rpc': nonsense('broken-json-rpc'),
  'broken-params': nonsense('broken-params'),
  stranger,
  tools,
  teardown: teardown({ reason: 'The examination is over' }),
  'teardown-without-reason': teardown({}),
  usual: told('usual'),
  'result-alone': told('result-alone'),
  streamed: told('streamed'),
  changing: told('changing'),
  cancelled: told('cancelled'),
  'cancelled-without-reason': told('cancelled-without-reason'),
  'cancelled-while-streaming': told('cancelled-while-streaming'),
  failed: told('failed'),
  'without-structure': told('without-structure'),
  'without-arguments': told('without-arguments'),
  'other-blocks': told('other-blocks'),
  'only-partials': onlyPartials,
  'changed-by-result': changedBy('result'),
  'changed-by-cancelled': changedBy('cancelled'),
  'changed-at-once': changedAtOnce,
  appearance,
  'first-theme': firstTheme,
  sizes,
  'poked-with-all': pokedWithAll,
  'poked-with-nothing': pokedWithNothing,
  'poked-with-denial': pokedWithDenial,
} as const satisfies Readonly<Record<string, (stage: Stage) => Promise<unknown>>> & Readonly<Record<Story, unknown>>

type Scenes = typeof SCENES

/** A situation, by name. */
export type SceneName = keyof Scenes

/** The observations of a scene. */
export type Seen<Name extends SceneName> = Awaited<ReturnType<Scenes[Name]>>

/** A View under examination. Each scene runs once, on first use. */
export interface ViewSubject {
  scene<Name extends SceneName>(name: Name): Promise<Seen<Name>>
}

const PATIENCE = 5000

/** Opens a View for examination. A View that keeps a rule is never waited for as long as patience lasts, in milliseconds. */
export function openView(view: ExaminedView, theatre: Theatre, patience: number = PATIENCE): ViewSubject {
  const played = new Map<SceneName, Promise<unknown>>()
  return {
    scene<Name extends SceneName>(name: Name) {
      const play: (stage: Stage) => Promise<unknown> = SCENES[name]
      const scene = played.get(name) ?? theatre.stageFor(view, patience).then(play)
      played.set(name, scene)
      return scene as Promise<Seen<Name>>
    },
  }
}
