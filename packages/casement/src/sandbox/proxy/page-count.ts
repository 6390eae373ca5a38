/** Counts the pages of a frame, to tell a navigation from the pages that are expected. */
export interface PageCount {
  /** A page reports that it is blank. False if there cannot be so many: a View can send that report too, any number of times. */
  isBlank(): boolean
  /** A View was written into a blank page. */
  wrote(): void
  /** The frame has fired `load`. */
  loaded(): void
}

/**
 * Calls back once for each navigation of a frame. Its first page is not one. A blank page fires `load`, and so does the View that is
 * written into it. The report that a page is blank and its `load` come from two processes, in either order.
 */
export function countPages(onNavigation: () => void): PageCount {
  let blanks = 0
  let writes = 0
  let loads = 0
  let reported = 0
  const check = (): void => {
    const navigations = Math.max(blanks - 1, loads - writes - 1)
    if (navigations <= reported) return
    reported = navigations
    onNavigation()
  }
  return {
    isBlank() {
      if (blanks > loads) return false
      blanks++
      check()
      return true
    },
    wrote: () => void writes++,
    loaded() {
      loads++
      check()
    },
  }
}
