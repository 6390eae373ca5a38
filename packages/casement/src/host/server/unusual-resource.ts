import { CasementError } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import { readUiDocument } from '../../protocol/resource/resource-content.ts'
import { resolveResourceMeta } from '../../protocol/resource/resource-meta.ts'
import type { McpUiResourceCsp, McpUiResourcePermissions } from '../../protocol/schemas/index.ts'
import type { UiResource } from '../../protocol/resource/ui-resource.ts'
import { notShown } from '../card/diagnosis.ts'
import type { DiagnosisCode } from '../card/stages.ts'
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

/** Why a server did not hand out a resource, where it says so by the code of its error. */
export function whyUnread(uri: string, error: unknown): [DiagnosisCode, why: string] | undefined {
  const code = isRecord(error) ? (CasementError.is(error) ? error.wire?.code : error['code']) : undefined
  if (code === -32601) return ['resources-unsupported', `The server does not know resources/read, needed for ${uri}.`]
  if (code === -32002 || code === -32602) return ['resource-not-found', `The server has no resource ${uri}.`]
  return undefined
}
