import type { McpUiResourceCsp } from '../protocol/schemas/index.ts'
import { POLICY_META } from '../server/app/built-policy.ts'

/** Writes the origins that a View needs into its document, so that `defineApp` can declare them. */
export function withPolicy(html: string, csp: McpUiResourceCsp | undefined): string {
  if (!csp) return html
  const content = JSON.stringify(csp).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const meta = `<meta name="${POLICY_META}" content="${content}">`
  return /<head\b[^>]*>/i.test(html)
    ? html.replace(/<head\b[^>]*>/i, (head) => `${head}\n    ${meta}`)
    : `<head>${meta}</head>\n${html}`
}
