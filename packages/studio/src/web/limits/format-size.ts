const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** A number of bytes in the largest unit in which it is at least one. */
export function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1)
  const value = bytes / 1024 ** power
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })} ${UNITS[power]}`
}

/** A count with separators. */
export const formatCount = (count: number): string => count.toLocaleString('en')
