const DAY_MS = 86_400_000

/** A short date: the time for today, the weekday for this week, otherwise the date. */
export function showWhen(at: number, now: number = Date.now(), locale?: string): string {
  const then = new Date(at)
  const today = new Date(now)
  const show = (format: Intl.DateTimeFormatOptions): string => then.toLocaleString(locale, format)
  if (then.toDateString() === today.toDateString()) return show({ hour: 'numeric', minute: '2-digit' })
  if (now - at < 6 * DAY_MS) return show({ weekday: 'short' })
  if (then.getFullYear() === today.getFullYear()) return show({ month: 'short', day: 'numeric' })
  return show({ year: 'numeric', month: 'short' })
}
