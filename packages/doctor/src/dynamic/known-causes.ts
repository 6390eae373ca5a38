import type { FindingCode } from '../catalogue/catalogue.ts'
import type { Finding } from '../catalogue/finding.ts'

/** What a fault looks like in a browser when its cause has been named already. */
const SYMPTOMS: readonly (readonly [cause: RegExp, symptoms: readonly FindingCode[]])[] = [
  [
    /^(html|css|script)-.*(blocked|relative|eval|wasm|base|development|refused|unresolved)/,
    [
      'view-blocked',
      'code-load-failed',
      'code-error',
      'code-rejection',
      'code-console-error',
      'view-script-error',
      'view-silent',
      'look-blank',
    ],
  ],
  [/^script-(no-|mcp-|openai|posts|target|origin|reaches)|^view-/, ['view-silent', 'view-not-initialized', 'view-script-error']],
  [
    /^html-script-(unclosed|cut)|^html-no-script|^html-own-policy|^html-refresh/,
    ['view-silent', 'view-script-error', 'view-blocked', 'look-blank'],
  ],
  [/^view-(script-error|blocked)$/, ['code-error', 'code-rejection', 'code-console-error', 'code-load-failed', 'view-silent']],
  [/^code-(error|rejection)$/, ['code-console-error', 'look-blank']],
  [
    /^script-(storage|history|service|permission|dialog|popup)/,
    ['code-error', 'code-rejection', 'view-script-error', 'code-console-error'],
  ],
  [/^sdk-draft$/, ['script-old-version']],
  [/^sdk-too-old$/, ['code-error', 'code-rejection', 'code-console-error', 'view-script-error', 'view-silent', 'look-blank']],
  [/^css-viewport-height$/, ['look-size-grows', 'look-size-shrinks', 'look-size-zero']],
  [/^look-size-(grows|shrinks|zero)$|^data-late-only$/, ['look-blank']],
]

const AFTER_REFUSED_CALL = /^(code-(error|rejection|console)|data-)/

/** Leaves out what was said before, and what only follows from it. */
export function leaveOutKnown(found: readonly Finding[], known: readonly Finding[], hasRefusedCall: boolean): Finding[] {
  const kept = new Map<string, Finding>()
  const all = [...known, ...found]
  for (const each of found) {
    const same = ({ code, resourceUri }: Finding): boolean => code === each.code && resourceUri === each.resourceUri
    const isSymptom = all.some(
      (cause) =>
        cause !== each &&
        cause.resourceUri === each.resourceUri &&
        SYMPTOMS.some(
          ([pattern, symptoms]) => pattern.test(cause.code) && symptoms.includes(each.code) && cause.code !== each.code,
        ),
    )
    const isOurs = hasRefusedCall && AFTER_REFUSED_CALL.test(each.code)
    const key = `${each.code} ${each.resourceUri} ${each.code === 'look-inaccessible' ? each.evidence.split(' ')[0] : ''}`
    if (!isSymptom && !isOurs && !known.some(same) && !kept.has(key)) kept.set(key, each)
  }
  return [...kept.values()]
}
