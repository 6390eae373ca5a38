/** A scripted response: a value or a promise of one, an error, or a function of the request. */
export type Scripted<Asked, Answer> =
  | Answer
  | Error
  | Promise<Answer | Error>
  | ((asked: Asked) => Answer | Error | Promise<Answer | Error>)

/** Resolves to a scripted response. Throws an error that was scripted. */
export async function answerFrom<Asked, Answer>(scripted: Scripted<Asked, Answer>, asked: Asked): Promise<Answer> {
  const answer =
    typeof scripted === 'function'
      ? await (scripted as (asked: Asked) => Answer | Error | Promise<Answer | Error>)(asked)
      : await scripted
  if (answer instanceof Error) throw answer
  return answer
}

/** Gives the responses in order; the last one is repeated. */
export function inTurn<Asked, Answer>(
  ...answers: readonly [Scripted<Asked, Answer>, ...Scripted<Asked, Answer>[]]
): (asked: Asked) => Promise<Answer> {
  let next = 0
  return (asked) => answerFrom(answers[Math.min(next++, answers.length - 1)] as Scripted<Asked, Answer>, asked)
}
