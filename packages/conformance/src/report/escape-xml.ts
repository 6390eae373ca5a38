const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
// Control characters cannot be written in XML at all.
const UNWRITABLE = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g

/** Escapes text for XML and HTML. */
export const escapeXml = (text: string): string =>
  text.replaceAll(UNWRITABLE, '').replaceAll(/[&<>"']/g, (each) => ENTITIES[each] ?? each)
