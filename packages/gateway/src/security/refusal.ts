/** Refuses a request with a code, a message and, where there is one, a fix. */
export const refuse = (
  status: number,
  code: string,
  message: string,
  { fix, ...headers }: { readonly fix?: string } & Readonly<Record<string, string>> = {},
): Response =>
  Response.json(
    { error: { code, message, ...(fix !== undefined && { fix }) } },
    { status, headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers } },
  )
