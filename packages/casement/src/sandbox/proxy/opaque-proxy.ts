import { TAP_SCRIPT } from '../generated/tap-script.ts'
import { wrapView } from '../wrap-view.ts'
import { bootProxy } from './bootstrap.ts'
import { viewPolicy } from './opaque-policy.ts'
import { framingOrigin } from './self-test.ts'

// With these the View would be this page, or could leave it: what the host asks for is otherwise honoured (R-088, 4.5).
const NEVER = /^allow-(?:same-origin|top-navigation.*|popups-to-escape-sandbox)$/

bootProxy(framingOrigin(), ({ html, sandbox, csp, permissions }) => {
  const { meta, allow } = viewPolicy(csp, permissions)
  const flags = typeof sandbox === 'string' ? sandbox.split(/\s+/).filter((flag) => !NEVER.test(flag)) : ['allow-scripts']
  return {
    viewOrigin: 'null',
    // The policy on this page holds for where its frame goes.
    mayLeave: !meta.includes("frame-src 'none'"),
    sandbox: flags.join(' '),
    allow,
    load(frame) {
      // A srcdoc document inherits the policy of the page that holds it. Put here first, it is in force before the first byte of
      // the View is parsed, whatever that byte is; the copy inside is for engines that inherit late.
      const policy = document.createElement('meta')
      policy.httpEquiv = 'Content-Security-Policy'
      policy.content = meta
      document.head.append(policy)
      frame.srcdoc = wrapView(typeof html === 'string' ? html : '', TAP_SCRIPT, policy.outerHTML)
    },
  }
})
