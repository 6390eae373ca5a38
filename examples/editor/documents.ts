/** A document as it was last kept. */
export interface KeptDocument {
  readonly title: string
  readonly text: string
  /** Increases with each change, so that no editor overwrites changes that it has not seen. */
  readonly version: number
}

const MAX_DOCUMENTS = 100
const documents = new Map<string, KeptDocument>()

/** The key of a document: its title, for people and models alike. */
const keyOf = (title: string): string => title.trim().toLowerCase()

/** Keeps a new text. The model's text always counts; an edit only when it began from the latest. */
export function keepDocument(
  title: string,
  text: string,
  from?: number,
): { readonly kept: boolean; readonly document: KeptDocument } {
  const key = keyOf(title)
  const before = documents.get(key)
  if (before && from !== undefined && from !== before.version) return { kept: false, document: before }
  const document = { title, text, version: (before?.version ?? 0) + 1 }
  documents.delete(key)
  documents.set(key, document)
  const [oldest] = documents.keys()
  if (documents.size > MAX_DOCUMENTS && oldest !== undefined) documents.delete(oldest)
  return { kept: true, document }
}
