const MAX_LENGTH = 120

/** A summary of the arguments of a call, to distinguish calls. Empty if there are none. */
export function describeArguments(input: Readonly<Record<string, unknown>>): string {
  const text = Object.entries(input)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
