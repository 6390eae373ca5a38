import { readUiDocument } from '../protocol/resource-content.ts'
import { resolveResourceMeta } from '../protocol/resource-meta.ts'
import type { McpUiResourceCsp, McpUiResourcePermissions } from '../protocol/schemas/index.ts'
import type { UiResource } from '../protocol/ui-resource.ts'
import { notShown } from './card/diagnosis.ts'
import { legacyViewIn, mended } from './legacy-views.ts'

export { embeddedView } from './legacy-views.ts'

/** Reads the answer to `resources/read` in every spelling there is, and says what is wrong with it. `list` finds its entry in the listing. */
export async function readUnusual(result: unknown, uri: string, list: () => Promise<unknown>): Promise<UiResource> {
  const document = readUiDocument(result, uri)
  if ('problem' in document) {
    const old = await legacyViewIn(result, uri)
    if (old) return old
    throw notShown('resource-not-html', document.problem)
  }
  const { html, content, warnings } = document
  const own = resolveResourceMeta(content)
  const meta = own.from === 'none' ? resolveResourceMeta(content, await list()) : own
  return {
    uri,
    html: await mended(html),
    csp: meta.csp as McpUiResourceCsp | undefined,
    permissions: meta.permissions as McpUiResourcePermissions | undefined,
    domain: meta.domain,
    prefersBorder: meta.prefersBorder,
    metaFrom: meta.from,
    warnings: [...warnings, ...meta.warnings],
  }
}
