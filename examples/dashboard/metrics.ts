/** How far back the dashboard looks. */
export const RANGES = ['1h', '24h', '7d'] as const
/** One of them. */
export type Range = (typeof RANGES)[number]

const MINUTES: Readonly<Record<Range, number>> = { '1h': 1, '24h': 30, '7d': 180 }
const POINTS: Readonly<Record<Range, number>> = { '1h': 60, '24h': 48, '7d': 56 }
const ROUTES = ['/search', '/checkout', '/product/:id', '/login', '/cart']

// A wave that looks like a day of a shop, with noise that is the same whenever the same moment is asked for.
function noise(seed: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d)
  return ((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32
}

function requestsAt(minute: number): number {
  const day = Math.sin(((minute % 1440) / 1440) * 2 * Math.PI - 1.8)
  return Math.round(1150 + 620 * day + 240 * noise(minute))
}

/** The metrics of a shop's servers in a range of time that ends now. The numbers are invented, and stay the same. */
export function measure(range: Range, now: number) {
  const step = MINUTES[range]
  const last = Math.floor(now / 60_000 / step)
  const points = Array.from({ length: POINTS[range] }, (_, index) => {
    const minute = (last - POINTS[range] + 1 + index) * step
    const requests = requestsAt(minute)
    const spike = noise(minute * 7) > 0.96 ? 160 : 0
    return { at: minute * 60_000, requests, p95: Math.round(118 + requests / 22 + 60 * noise(minute * 3) + spike) }
  })
  const total = points.reduce((sum, { requests }) => sum + requests * step, 0)
  const routes = ROUTES.map((route, index) => ({
    route,
    requests: Math.round((total / (index + 1.6)) * (0.4 + noise(last + index) / 20)),
  }))
  const errors = 0.18 + noise(last) * 0.5
  const latest = points.at(-1)
  return { range, points, total, p95: latest?.p95 ?? 0, errors: Math.round(errors * 100) / 100, routes, measuredAt: now }
}
