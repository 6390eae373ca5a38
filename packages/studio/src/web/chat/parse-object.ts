/** Parses an entered JSON object, or returns the problem. */
export function parseObject(text: string): { readonly input: Record<string, unknown> } | { readonly problem: string } {
  try {
    const input: unknown = JSON.parse(text)
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return { input: input as Record<string, unknown> }
    return { problem: 'This must be a JSON object. Start with {' }
  } catch (error) {
    return { problem: `Invalid JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}
