/** What happened in a frame, counted, so that what one page causes is not taken for another page. */
export interface PageCount {
  /** A page says that it is blank. False when there cannot be so many: a View can say so too, ten thousand times. */
  saidBlank(): boolean
  /** A View is written into a blank page. */
  wrote(): void
  /** The frame tells that it has loaded something. */
  loaded(): void
}

/**
 * Tells each navigation of a frame once. Its first page is none; a blank page loads, and so does the View that is written into it.
 * That a page is blank is heard before its load or after it, as the processes have it.
 */
export function countPages(navigated: () => void): PageCount {
  let blanks = 0
  let writes = 0
  let loads = 0
  let told = 0
  const look = (): void => {
    const navigations = Math.max(blanks - 1, loads - writes - 1)
    if (navigations <= told) return
    told = navigations
    navigated()
  }
  return {
    saidBlank() {
      if (blanks > loads) return false
      blanks++
      look()
      return true
    },
    wrote: () => void writes++,
    loaded() {
      loads++
      look()
    },
  }
}
