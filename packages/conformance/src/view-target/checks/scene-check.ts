import { type Check, expectThat, notApplicable, type Outcome } from '../../suite/check.ts'
import type { Fields, Message } from '../stage.ts'
import type { SceneName, Seen, ViewSubject } from '../view-subject.ts'

/** A rule that shows in one situation. */
export interface SceneRule<Name extends SceneName> {
  readonly id: string
  readonly title: string
  readonly requirements: readonly string[]
  readonly scene: Name
  readonly tag?: Check<ViewSubject>['tag']
  readonly level?: Check<ViewSubject>['level']
  readonly alsoKnownAs?: readonly string[]
  judge(seen: Seen<Name>): Outcome
}

/** Makes a check of such a rule. The mutant is called as the rule is, without its beginning. */
export function sceneCheck<Name extends SceneName>(rule: SceneRule<Name>): Check<ViewSubject> {
  const { id, title, requirements, scene, tag = 'stable', level = 'must', alsoKnownAs } = rule
  return {
    id,
    title,
    requirements,
    tag,
    level,
    ...(alsoKnownAs && { alsoKnownAs }),
    mutant: id.replace('view/', ''),
    run: async (subject) => rule.judge(await subject.scene(scene)),
  }
}

interface Coped {
  readonly errors: readonly string[]
  readonly alive: boolean
  readonly isMadeUp: boolean
}

/**
 * Passes when the View threw nothing and still responds. An exception on made-up data says nothing about the View: it may rely on the
 * data of its own tool.
 */
export function judgeCoping({ errors, alive, isMadeUp }: Coped): Outcome {
  if (alive && isMadeUp && errors.length > 0)
    return notApplicable(
      `the View threw on made-up data: ${errors[0]}. Pass --input and --result, or --server, to check it with data of its tool`,
    )
  return expectThat(alive && errors.length === 0, { alive, errors }, 'no error, and ping answered')
}

/** The object, or an empty one. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

/** True for an object that is no array. */
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The parameters of a message, or an empty object. */
export const paramsOf = (message: Message | undefined): Fields => fieldsOf(message?.['params'])

/** The messages with one of these methods. */
export const withMethod = (heard: readonly Message[], ...methods: readonly string[]): Message[] =>
  heard.filter((message) => methods.includes(String(fieldsOf(message)['method'])))

/** The messages that require a response. */
export const requestsIn = (heard: readonly Message[]): Message[] =>
  heard.filter((message) => isFields(message) && message['id'] !== undefined && message['method'] !== undefined)
