// Only white space and comments may precede a doctype. Written so that it cannot start a comment in the page that contains this code.
const DOCTYPE = /^(?:\s|<!-{2}[^]*?-{2}>)*<!doctype\b/i

/**
 * Puts our script in front of untrusted HTML. The HTML itself is neither searched nor changed, because the parser runs our script first.
 * The parser merges the two: it ignores the second doctype and the second `<head>`, and adopts the attributes of `<html>`. A document
 * without a doctype stays in quirks mode.
 */
export function wrapView(html: string, script: string, head = ''): string {
  // In the middle of the document a byte order mark would be text, and text ends the head.
  const plain = html.startsWith('\uFEFF') ? html.slice(1) : html
  return `${DOCTYPE.test(plain) ? '<!doctype html>' : ''}${head}<script>${script}</script>${plain}`
}
