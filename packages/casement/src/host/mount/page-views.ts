/** Up to this many Views are drawn while they load. More would compete for the processor with frames that are not visible yet. */
export const MAX_DRAWN_WHILE_LOADING = 2

/** Counters that the Views of one page share. */
export const pageViews = {
  /** Views that are being opened. */
  opening: 0,
  /** Mounts that use the page's prewarmed frames. */
  sharing: 0,
}
