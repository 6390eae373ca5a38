// Only white space and comments may precede a doctype.
const DOCTYPE = /^(?:\s|<!-{2}[^]*?-{2}>)*<!doctype\b/i

/**
 * Puts markup in front of a document. Nothing is searched for in the document: what comes first is parsed first, and the parser
 * merges the rest into the head it then has. A document without a doctype stays without one.
 */
export function insertBefore(html: string, markup: string): string {
  const plain = html.startsWith('\uFEFF') ? html.slice(1) : html
  return `${DOCTYPE.test(plain) ? '<!doctype html>' : ''}${markup}${plain}`
}

// Put together at run time: written out, it would end the script of a page that has this code inline.
const END = ['<', '/script>'].join('')

/** A script with settings that it reads from its own element. */
export function scriptElement(script: string, settings: object = {}): string {
  return `<script data-settings="${escapeAttribute(JSON.stringify(settings))}">${script}${END}`
}

/** Text for an attribute in double quotes. */
export const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
