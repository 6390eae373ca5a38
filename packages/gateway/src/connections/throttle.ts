/**
 * Runs a function immediately, and then at most once per interval for all further requests, so that frequent requests cannot
 * delay it forever.
 */
export function throttle(milliseconds: number, work: () => void): () => void {
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
