import { CasementError } from '../../protocol/errors.ts'
import { LEGACY_PROXY } from '../generated/frame-scripts.ts'

const STYLE = 'html,body{margin:0;height:100%}iframe{display:block;border:0;width:100%;height:100%}'
const PAGE = `<!doctype html><meta charset="utf-8"><title>Widget</title><style>${STYLE}</style><body><script>${LEGACY_PROXY}</script></body>`

/**
 * Answers as the proxy of a host that still uses the renderer of MCP-UI. Serve it from an origin that no host page has;
 * only the pages named may frame it.
 */
export function legacyProxyResponse({ hostOrigins }: { readonly hostOrigins: readonly string[] }): Response {
  const wrong = hostOrigins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (wrong !== undefined || hostOrigins.length === 0)
    throw new CasementError(
      'INVALID_ARGUMENT',
      `legacyProxyResponse: hostOrigins must be origins, such as https://chat.example.com; found ${wrong ?? 'none'}`,
    )
  // A document from a string inherits this policy, so the policy must not restrict what a widget may load.
  return new Response(PAGE, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `frame-ancestors ${hostOrigins.join(' ')}`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  })
}
