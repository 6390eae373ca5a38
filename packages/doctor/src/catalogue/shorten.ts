/** Shortens a text at a word boundary. */
export function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest)
  const end = cut.search(/\s+\S*$/)
  return `${end > longest / 2 ? cut.slice(0, end) : cut}…`
}
