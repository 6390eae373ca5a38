/** Runs something at once, and after that once per interval for all the times it was asked for: nobody can keep it from running. */
export function atMostEvery(milliseconds: number, work: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let isAsked = false
  const rest = (): void => {
    timer = setTimeout(() => {
      timer = undefined
      if (!isAsked) return
      isAsked = false
      work()
      rest()
    }, milliseconds)
    timer.unref()
  }
  return () => {
    if (timer) {
      isAsked = true
      return
    }
    work()
    rest()
  }
}
