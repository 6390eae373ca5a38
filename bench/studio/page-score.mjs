// The score of a page from its vital figures, by the curves and weights that Lighthouse 12 has for desktops.

/** @typedef {{ fcp: number, lcp: number, tbt: number, cls: number }} Vitals Milliseconds; the shift has no unit. */

/** At the median a page has half the points, at p10 nine tenths. Without the speed index, which needs a film of the page. */
const CURVES = /** @type {const} */ ({
  fcp: { weight: 10, median: 1600, p10: 934 },
  lcp: { weight: 25, median: 2400, p10: 1200 },
  tbt: { weight: 30, median: 350, p10: 150 },
  cls: { weight: 25, median: 0.25, p10: 0.1 },
})

const SHARE = 0.906_193_802_436_823_2

/** Points from 0 to 100. @param {Vitals} vitals */
export function scoreOf(vitals) {
  let points = 0
  let most = 0
  for (const name of /** @type {const} */ (['fcp', 'lcp', 'tbt', 'cls'])) {
    const { weight, median, p10 } = CURVES[name]
    points += weight * onCurve(vitals[name], median, p10)
    most += weight
  }
  return (100 * points) / most
}

/** @param {number} value @param {number} median @param {number} p10 */
function onCurve(value, median, p10) {
  if (value <= 0) return 1
  const shape = Math.abs(Math.log(p10 / median)) / (Math.SQRT2 * SHARE)
  return (1 - errorFunction((Math.log(value) - Math.log(median)) / (Math.SQRT2 * shape))) / 2
}

/** Abramowitz and Stegun 7.1.26, good to seven digits. @param {number} x */
function errorFunction(x) {
  const t = 1 / (1 + 0.327_591_1 * Math.abs(x))
  const sum = t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))))
  return Math.sign(x) * (1 - sum * Math.exp(-x * x))
}
