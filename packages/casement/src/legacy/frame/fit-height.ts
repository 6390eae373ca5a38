/** Reports the height of the page as it changes, until aborted: a legacy page does not report its own height. */
export function fitHeight(report: (height: number) => void, until: AbortSignal): void {
  if (until.aborted) return
  let last = 0
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height)
    if (height > 0 && height !== last) report((last = height))
  })
  observer.observe(document.documentElement)
  until.addEventListener('abort', () => observer.disconnect())
}
