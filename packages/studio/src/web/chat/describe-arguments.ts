const LONGEST = 120

/** The arguments of a call in a few words, to tell one call from another. Empty when there are none. */
export function describeArguments(input: Readonly<Record<string, unknown>>): string {
  const text = Object.entries(input)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
