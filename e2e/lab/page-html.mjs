// The HTML around a test page's script.

// Keeps what goes wrong in a frame, for browsers whose driver cannot tell it (WebKit's).
const CAPTURE = `(() => {
  const errors = (window.capturedErrors = [])
  const logged = console.error
  console.error = (...parts) => { errors.push(parts.map(String).join(' ')); logged(...parts) }
  addEventListener('error', (event) => errors.push(event.message || 'failed to load: ' + (event.target.src || event.target.href)), true)
  addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)))
  document.addEventListener('securitypolicyviolation', (event) => errors.push('CSP: ' + event.violatedDirective + ' ' + event.blockedURI))
})()`

/**
 * A whole document with its script inline, or loaded from `src`.
 * @param {{ script?: string, src?: string, nonce?: string }} parts
 */
export function pageHtml({ script = '', src, nonce }) {
  const key = nonce ? ` nonce="${nonce}"` : ''
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>lab</title><script${key}>${CAPTURE}</script></head>
<body><script${key}${src ? ` src="${src}"` : ''}>${script}</script></body>
</html>`
}
