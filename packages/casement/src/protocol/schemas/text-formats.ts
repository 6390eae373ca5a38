const DATE_TIME =
  /^(\d{4})-(0[1-9]|1[0-2])-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** True for an ISO 8601 date and time with seconds and a zone, on a day that exists. */
export function isDateTime(value: string): boolean {
  const [, year, month, day] = DATE_TIME.exec(value) ?? []
  if (day === undefined) return false
  // Day 0 of the next month is the last day of this one; 400 years later the calendar is the same, and no year below 100 is misread.
  const last = new Date(Date.UTC(Number(year) + 400, Number(month), 0)).getUTCDate()
  return Number(day) >= 1 && Number(day) <= last
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** True for what `atob` decodes: padding may be left out, whitespace is skipped. */
export function isBase64(value: string): boolean {
  if (!BASE64.test(value)) return /[\t\n\f\r ]/.test(value) && isBase64(value.replaceAll(/[\t\n\f\r ]+/g, ''))
  return value.endsWith('=') ? value.length % 4 === 0 : value.length % 4 !== 1
}
