import { finding, type Finding } from '../catalogue/finding.ts'
import { allows } from './allows.ts'
import type { ViewDocument } from './view-document.ts'
import { withoutComments } from './without-comments.ts'

const ADDRESS = /(?:@import\s+(?:url\()?|\burl\()\s*["']?([^"')\s]+)/gi
const FRAME_HEIGHT = /(?<![\w-])height\s*:\s*100d?vh/i

/** Problems of a View's styles. */
export function checkCss({ scan, policy, uri }: ViewDocument): Finding[] {
  const css = withoutComments(scan.styles.join('\n'))
  const place = { resourceUri: uri }
  const addresses = [...css.matchAll(ADDRESS)]
    .map(([, address = '']) => (address.startsWith('//') ? `https:${address}` : address))
    .filter((address) => !/^(data|blob):|^#/i.test(address))
  const relative = addresses.find((address) => !URL.canParse(address))
  const blocked = addresses.find((address) => URL.canParse(address) && !mayLoad(policy, address))
  const height = css.split('}').find(fillsFrame)
  return [
    ...(relative === undefined ? [] : [finding('css-url-relative', `url(${relative})`, place)]),
    ...(blocked === undefined ? [] : [finding('css-url-blocked', `url(${blocked})`, place)]),
    ...(height === undefined ? [] : [finding('css-viewport-height', height.trim(), place)]),
  ]
}

/** Which directive counts depends on the property; an origin that is declared is in all of them. */
const mayLoad = (policy: ViewDocument['policy'], address: string): boolean =>
  (['style-src', 'font-src', 'img-src'] as const).some((directive) => allows(policy, directive, address))

/** True for a rule that makes the root as high as the frame. */
function fillsFrame(rule: string): boolean {
  const brace = rule.lastIndexOf('{')
  const selectors = rule.slice(rule.lastIndexOf('{', brace - 1) + 1, brace).split(',')
  return FRAME_HEIGHT.test(rule.slice(brace + 1)) && selectors.some((each) => /^(html|body|:root)$/i.test(each.trim()))
}
