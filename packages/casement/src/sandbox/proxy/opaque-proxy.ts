import { TAP_SCRIPT } from '../generated/tap-script.ts'
import { wrapView } from '../documents/wrap-view.ts'
import { bootProxy, type ResourceReady, type ViewFrame } from './bootstrap.ts'
import { viewPolicy } from './opaque-policy.ts'
import { framingOrigin } from './self-test.ts'

// With one of these the View would get this page's origin, or could leave its frame. All other flags are the host's choice (R-088, 4.5).
const FORBIDDEN_FLAGS = /^allow-(?:same-origin|top-navigation.*|popups-to-escape-sandbox)$/

// A page that puts this proxy into a srcdoc frame names its own origin in the document. The static file has no such element.
const inline = document.querySelector<HTMLMetaElement>('meta[name=casement]')
const host = inline ? (JSON.parse(inline.content) as { host: string }).host : framingOrigin()

const frameFor = ({ html, sandbox, csp, permissions }: ResourceReady): ViewFrame => {
  const { meta, allow } = viewPolicy(csp, permissions)
  const flags =
    typeof sandbox === 'string' ? sandbox.split(/\s+/).filter((flag) => !FORBIDDEN_FLAGS.test(flag)) : ['allow-scripts']
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = meta
  return {
    viewOrigin: 'null',
    // The policy of this page limits where its frame can navigate.
    mayLeave: !meta.includes("frame-src 'none'"),
    sandbox: flags.join(' '),
    allow,
    load(frame) {
      // A srcdoc document inherits the policy of its parent page. Added here first, it is in force before the first byte of the View is
      // parsed. The copy inside the document is for engines that inherit later. The second frame is that of a probe.
      if (!policy.isConnected) document.head.append(policy)
      frame.srcdoc = wrapView(typeof html === 'string' ? html : '', TAP_SCRIPT, policy.outerHTML)
    },
  }
}

bootProxy(host, frameFor, undefined, inline !== null)
