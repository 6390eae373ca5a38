/** The part of Standard Schema that is used: what validates, and what its types are. */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaOutcome<Output> | Promise<SchemaOutcome<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

/** What validating a value came to. */
export type SchemaOutcome<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

/** One thing that is wrong with a value. */
export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly unknown[] | undefined
}
