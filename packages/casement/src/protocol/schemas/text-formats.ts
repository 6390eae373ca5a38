/** The format of an ISO 8601 date and time. `isDateTime` also checks that the day exists. */
export const DATE_TIME =
  /^(\d{4})-(0[1-9]|1[0-2])-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** True for an ISO 8601 date and time with seconds and a time zone. */
export function isDateTime(value: string): boolean {
  const [, year, month, day] = DATE_TIME.exec(value) ?? []
  if (day === undefined) return false
  // Day 0 of the next month is the last day of this one. The calendar repeats after 400 years, and Date.UTC misreads years below 100.
  const lastDay = new Date(Date.UTC(Number(year) + 400, Number(month), 0)).getUTCDate()
  return Number(day) >= 1 && Number(day) <= lastDay
}

/** True for text that `atob` can decode. It is native, and no scan in JavaScript was measurably faster for a megabyte. */
export function isBase64(value: string): boolean {
  try {
    atob(value)
    return true
  } catch {
    return false
  }
}
