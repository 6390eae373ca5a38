import { TAP_SCRIPT } from '../generated/tap-script.ts'
import { wrapView } from '../documents/wrap-view.ts'
import { bootProxy } from './bootstrap.ts'
import { viewPolicy } from './opaque-policy.ts'
import { framingOrigin } from './self-test.ts'

// With one of these the View would get this page's origin, or could leave its frame. All other flags are the host's choice (R-088, 4.5).
const FORBIDDEN_FLAGS = /^allow-(?:same-origin|top-navigation.*|popups-to-escape-sandbox)$/

bootProxy(framingOrigin(), ({ html, sandbox, csp, permissions }) => {
  const { meta, allow } = viewPolicy(csp, permissions)
  const flags =
    typeof sandbox === 'string' ? sandbox.split(/\s+/).filter((flag) => !FORBIDDEN_FLAGS.test(flag)) : ['allow-scripts']
  return {
    viewOrigin: 'null',
    // The policy of this page limits where its frame can navigate.
    mayLeave: !meta.includes("frame-src 'none'"),
    sandbox: flags.join(' '),
    allow,
    load(frame) {
      // A srcdoc document inherits the policy of its parent page. Added here first, it is in force before the first byte of the View is
      // parsed, whatever that byte is. The copy inside is for engines that inherit late.
      const policy = document.createElement('meta')
      policy.httpEquiv = 'Content-Security-Policy'
      policy.content = meta
      document.head.append(policy)
      frame.srcdoc = wrapView(typeof html === 'string' ? html : '', TAP_SCRIPT, policy.outerHTML)
    },
  }
})
