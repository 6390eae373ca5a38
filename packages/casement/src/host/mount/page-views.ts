/**
 * So few are drawn while they load, and are there to be seen at once. More would take the processor from each other for pictures that
 * nobody sees.
 */
export const FEW = 2

/** What the Views of one page have to know of each other. What uses it comes later. */
export const pageViews = {
  /** How many are on their way. */
  opening: 0,
  /** How many may use the spare proxies. */
  sharing: 0,
}
