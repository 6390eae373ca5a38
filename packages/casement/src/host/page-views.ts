/** What the Views of one page have to know of each other. What uses it comes later. */
export const pageViews = {
  /** How many are on their way. */
  opening: 0,
  /** How many may use the spare proxy. */
  sharing: 0,
}
