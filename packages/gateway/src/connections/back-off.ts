const FIRST = 500
const MAX_DELAY_MS = 30_000

/** How many milliseconds to wait before the next attempt: doubling, up to half a minute, and never all at the same time. */
export function backOff(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(MAX_DELAY_MS, FIRST * 2 ** Math.max(0, attempt - 1))
  return Math.round(full * (0.75 + random() / 2))
}
