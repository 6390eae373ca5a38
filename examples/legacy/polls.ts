/** A question, and how often each answer was chosen. */
export interface Poll {
  readonly id: number
  readonly question: string
  readonly answers: readonly { readonly text: string; readonly votes: number }[]
}

const MAX_POLLS = 100
const polls = new Map<number, Poll>()
let count = 0

/** Starts a poll. */
export function startPoll(question: string, answers: readonly string[]): Poll {
  count += 1
  const poll = { id: count, question, answers: answers.map((text) => ({ text, votes: 0 })) }
  polls.set(count, poll)
  polls.delete(count - MAX_POLLS)
  return poll
}

/** Counts a vote, and gives the poll after it. */
export function vote(id: number, answer: number): Poll {
  const poll = polls.get(id)
  if (!poll?.answers[answer]) throw new Error(`There is no poll ${id} with an answer ${answer}`)
  const answers = poll.answers.map(({ text, votes }, index) => ({ text, votes: index === answer ? votes + 1 : votes }))
  const changed = { ...poll, answers }
  polls.set(id, changed)
  return changed
}
