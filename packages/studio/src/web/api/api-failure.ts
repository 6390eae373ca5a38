/** A request that the gateway refused or did not get. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly code: string
  readonly fix: string | undefined

  constructor(code: string, message: string, fix?: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.fix = fix
  }
}

/** The description of a failure for the user: what failed and what to do. */
export function describeFailure(error: unknown): { readonly message: string; readonly fix: string | undefined } {
  if (error instanceof ApiFailure) return { message: error.message, fix: error.fix }
  return { message: error instanceof Error ? error.message : String(error), fix: undefined }
}
