/** The reason that the engine failed. */
export interface EngineFailure {
  /** `disk` may pass without help, `damage` needs a restore, `crash` is anything else. */
  readonly kind: 'disk' | 'damage' | 'crash'
  /** The failure and its fix, as text. */
  readonly reason: string
}

/** Describes a failure of the engine. `known` is a reason that was found before PostgreSQL reported its own. */
export function explainFailure(error: unknown, known?: string): EngineFailure {
  if (known !== undefined) return { kind: 'disk', reason: known }
  const text = error instanceof Error ? error.message : typeof error === 'string' ? error : ''
  if (/No space left on device|ENOSPC/i.test(text))
    return { kind: 'disk', reason: 'The disk is full. Free some space on it; the store then recovers automatically.' }
  if (/Read-only file system|EROFS/i.test(text))
    return { kind: 'disk', reason: 'The disk is read-only. Check the disk, and mount it for writing.' }
  if (/Permission denied|EACCES|EPERM/i.test(text))
    return { kind: 'disk', reason: 'This user cannot write the files of the store. Check the owner of the data folder.' }
  if (/Input\/output error|EIO|I\/O error/i.test(text))
    return { kind: 'disk', reason: 'The disk reported an input/output error. Check the disk.' }
  // Emscripten's own messages say nothing about the cause.
  if (text === '' || /Aborted|ASSERTIONS|unreachable|failed to initialize/i.test(text))
    return { kind: 'crash', reason: 'The embedded database stopped unexpectedly.' }
  if (
    /checkpoint record|control file|WAL|invalid|incompatible|checksum|corrupt|could not (open|read|access|find|locate)|does not exist/i.test(
      text,
    )
  )
    return { kind: 'damage', reason: text }
  return { kind: 'crash', reason: `The embedded database stopped: ${text}.` }
}
