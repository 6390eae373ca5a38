/** Reads a JSON object that was typed, or says what is wrong with it. */
export function parseObject(text: string): { readonly input: Record<string, unknown> } | { readonly problem: string } {
  try {
    const input: unknown = JSON.parse(text)
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return { input: input as Record<string, unknown> }
    return { problem: 'This must be a JSON object: begin with {' }
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}
