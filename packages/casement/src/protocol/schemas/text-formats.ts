/** The form of it; only `isDateTime` knows which days exist. */
export const DATE_TIME =
  /^(\d{4})-(0[1-9]|1[0-2])-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** True for an ISO 8601 date and time with seconds and a zone, on a day that exists. */
export function isDateTime(value: string): boolean {
  const [, year, month, day] = DATE_TIME.exec(value) ?? []
  if (day === undefined) return false
  // Day 0 of the next month is the last day of this one; 400 years later the calendar is the same, and no year below 100 is misread.
  const last = new Date(Date.UTC(Number(year) + 400, Number(month), 0)).getUTCDate()
  return Number(day) >= 1 && Number(day) <= last
}

/** True for what `atob` decodes: it is native, and nothing written in JavaScript was found to scan a megabyte much faster. */
export function isBase64(value: string): boolean {
  try {
    atob(value)
    return true
  } catch {
    return false
  }
}
