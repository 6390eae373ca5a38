/** The words of a command line; quotes keep spaces together, a backslash takes the next character as it is. */
export function splitCommand(line: string): string[] {
  const words: string[] = []
  for (const [whole] of line.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g)) {
    const word = whole.replaceAll(
      /\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/g,
      (_, escaped?: string, double?: string, single?: string) =>
        escaped ?? double?.replaceAll(/\\(["\\])/g, '$1') ?? single ?? '',
    )
    words.push(word)
  }
  return words
}
