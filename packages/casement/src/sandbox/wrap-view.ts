// White space and comments may come before a doctype, nothing else. Written so that it cannot start a comment in the page that
// carries this code.
const DOCTYPE = /^(?:\s|<!-{2}[^]*?-{2}>)*<!doctype\b/i

/**
 * Puts our script in front of untrusted HTML. Nothing is searched for or inserted into the HTML: bytes that come first are parsed
 * first, whatever follows them. The parser then merges: it ignores the second doctype and the second `<head>`, and takes over
 * the attributes of `<html>`. A document without a doctype stays in quirks mode, as it would be alone.
 */
export function wrapView(html: string, script: string, head = ''): string {
  // Further in, the mark would be text, and text ends the head.
  const plain = html.startsWith('\uFEFF') ? html.slice(1) : html
  return `${DOCTYPE.test(plain) ? '<!doctype html>' : ''}${head}<script>${script}</script>${plain}`
}
