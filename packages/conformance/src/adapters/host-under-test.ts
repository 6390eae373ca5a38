/** A host that is served for an examination. */
export interface HostUnderTest {
  readonly name: string
  readonly url: string
  /** The address of the same host, broken in one way; only our own has any. */
  readonly broken?: (mutant: string) => string
  close(): Promise<void>
}
