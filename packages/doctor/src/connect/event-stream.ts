/** The data of each event of a stream of server-sent events. */
export async function* eventsOf(response: Response): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    const events = `${rest}${decoder.decode(chunk, { stream: true })}`.split(/\r?\n\r?\n/)
    rest = events.pop() ?? ''
    for (const event of events) yield* dataOf(event)
  }
  yield* dataOf(rest)
}

function dataOf(event: string): string[] {
  const lines = event.split(/\r?\n/).flatMap((line) => /^data:\s?(.*)$/.exec(line)?.[1] ?? [])
  return lines.length === 0 ? [] : [lines.join('\n')]
}
