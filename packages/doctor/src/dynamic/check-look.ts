import { finding, type Finding } from '../catalogue/finding.ts'
import type { FindingCode } from '../catalogue/catalogue.ts'
import { fieldsOf, show } from '../static/fields.ts'
import type { Colour, TextColours } from './mount-record.ts'
import type { Observation, Shown } from './observation.ts'

type Report = (code: FindingCode, evidence: string) => void

const GROWTH = 8
const SLACK = 4
const LEAST_CONTRAST = 2
const LEAST_SHARE = 0.1
const BRIGHT = 0.6

/** Problems of a View's appearance. */
export function checkLook(observation: Observation): Finding[] {
  const { shown, uri } = observation
  if (!shown) return []
  const found: Finding[] = []
  const report: Report = (code, evidence) => void found.push(finding(code, evidence, { resourceUri: uri }))
  const { light, narrow, axe } = shown
  const heights = heightsOf(observation)
  checkWords(observation, shown, report)
  const pale = light.width > 0 ? worstOf(light.background, shown.measures.textColours) : undefined
  if (pale && pale.contrast < LEAST_CONTRAST) report('look-light-unreadable', describeContrast(pale))
  if (light.isBlank && shown.measures.hidden !== '') report('look-hidden', shown.measures.hidden)
  if (light.isBlank)
    report(
      'look-blank',
      light.height === 0
        ? 'the frame is 0 px high'
        : `${light.width} × ${light.height} pixels of rgb(${light.background.join(', ')})`,
    )
  checkSize(shown, heights, report)
  if (narrow.content.width > narrow.frame.width + SLACK)
    report('look-overflow', `${narrow.content.width} px wide in ${narrow.frame.width} px: ${narrow.widest}`)
  if (!light.isBlank) checkDark(shown, report)
  for (const { rule, impact, help, element, count } of axe)
    if (impact === 'critical' || impact === 'serious')
      report('look-inaccessible', `${rule} (${impact}): ${help}. ${count} element(s), the first is ${element}`)
  return found
}

const heightsOf = ({ record }: Observation): number[] =>
  record.wire.flatMap(({ direction, message }) => {
    const isSize = direction === 'from-view' && message['method'] === 'ui/notifications/size-changed'
    const height = isSize ? fieldsOf(message['params'])['height'] : undefined
    return typeof height === 'number' ? [height] : []
  })

function checkSize({ measures: { content, frame } }: Shown, heights: readonly number[], report: Report): void {
  if (heights.length === 0 && content.height > frame.height + SLACK)
    report('look-size-unreported', `it is ${content.height} px high, and ${frame.height} px of it are shown`)
  if (heights.length > 0 && heights.every((height) => height <= 1))
    report('look-size-zero', `ui/notifications/size-changed has height ${heights.at(-1)}`)
  const risen = heights.filter((height, at) => at > 0 && height > (heights[at - 1] ?? 0)).length
  if (risen >= GROWTH && risen > heights.length / 2)
    report('look-size-grows', `it reported ${heights.slice(0, GROWTH).join(', ')} … ${heights.at(-1)} px`)
  const fallen = heights.filter((height, at) => at > 0 && height < (heights[at - 1] ?? 0)).length
  if (fallen >= GROWTH && fallen > heights.length / 2)
    report('look-size-shrinks', `it reported ${heights.slice(0, GROWTH).join(', ')} … ${heights.at(-1)} px`)
}

const UNDEFINED = /\b(undefined|NaN)\b|\[object \w+\]/

/** The text of missing values in JavaScript. The data may contain it deliberately. */
function checkWords({ result }: Observation, { measures }: Shown, report: Report): void {
  const line = measures.text.split('\n').find((each) => UNDEFINED.test(each))
  if (line === undefined || UNDEFINED.test(show(result))) return
  const fields = Object.keys(fieldsOf(result?.['structuredContent']))
  const has = fields.length > 0 ? `structuredContent has ${fields.join(', ')}` : 'the result has no structuredContent'
  report('look-undefined', `it shows ${show(line.trim())}; ${has}`)
}

/** Unreadable text, or a bright surface, in a dark page. */
function checkDark({ dark, darkText }: Shown, report: Report): void {
  const worst = worstOf(dark.background, darkText)
  if (worst && worst.contrast < LEAST_CONTRAST) report('look-dark-unreadable', describeContrast(worst))
  else if (luminance(dark.background) > BRIGHT) report('look-dark-ignored', `most of it is rgb(${dark.background.join(', ')})`)
}

type Contrast = ReturnType<typeof readTexts>[number]

const worstOf = (page: Colour, texts: readonly TextColours[]): Contrast | undefined =>
  readTexts(page, texts).toSorted((a, b) => a.contrast - b.contrast)[0]

const describeContrast = ({ text, background, contrast }: Contrast): string =>
  `text of rgb(${text.join(', ')}) on rgb(${background.join(', ')}), a contrast of ${contrast.toFixed(1)}`

/** The contrast of each text with the background behind it. A few characters, such as an icon, do not count. */
function readTexts(page: Colour, texts: readonly TextColours[]) {
  const all = texts.reduce((sum, { characters }) => sum + characters, 0)
  return texts
    .filter(({ characters }) => characters >= all * LEAST_SHARE)
    .map(({ text, background = page }) => ({ text, background, contrast: contrastOf(luminance(text), luminance(background)) }))
}

/** As WCAG has them. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrastOf = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
