/** What is answered: a value or a promise of one, an error, or a function that says it for what was asked. */
export type Scripted<Asked, Answer> =
  | Answer
  | Error
  | Promise<Answer | Error>
  | ((asked: Asked) => Answer | Error | Promise<Answer | Error>)

/** Gives a scripted answer. An error is thrown, wherever it was written. */
export async function answerFrom<Asked, Answer>(scripted: Scripted<Asked, Answer>, asked: Asked): Promise<Answer> {
  const answer =
    typeof scripted === 'function'
      ? await (scripted as (asked: Asked) => Answer | Error | Promise<Answer | Error>)(asked)
      : await scripted
  if (answer instanceof Error) throw answer
  return answer
}

/** Answers one after the other; the last one stays. */
export function inTurn<Asked, Answer>(
  ...answers: readonly [Scripted<Asked, Answer>, ...Scripted<Asked, Answer>[]]
): (asked: Asked) => Promise<Answer> {
  let next = 0
  return (asked) => answerFrom(answers[Math.min(next++, answers.length - 1)] as Scripted<Asked, Answer>, asked)
}
