import { constants } from 'node:fs'
import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { LOCAL_USER } from '../security/principal.ts'
import type { OwnedAudit } from '../store/store.ts'

/**
 * A file of audit records that are not in the store yet. Appending a line and syncing it takes a fraction of a transaction, and
 * all calls that end meanwhile share the next sync. Records that a crash leaves in the journal are stored at the next start.
 */
export interface AuditJournal {
  /** Resolves when the record is on the disk. */
  append(record: OwnedAudit): Promise<void>
  /** Tells that so many records, the oldest ones, are in the store. */
  stored(count: number): void
  close(): Promise<void>
}

/** A journal that is open, and the records that it had. */
export interface OpenedJournal {
  readonly journal: AuditJournal
  readonly left: readonly OwnedAudit[]
}

const FILES = ['audit-journal-a.jsonl', 'audit-journal-b.jsonl'] as const
/** Two files take turns, so that one can be emptied while the other is written. */
const MAX_FILE_BYTES = 4 * 1024 * 1024

interface Part {
  readonly file: FileHandle
  bytes: number
  /** Records that are not in the store yet. */
  open: number
}

interface Waiting {
  readonly line: string
  readonly written: () => void
  readonly failed: (error: unknown) => void
}

/** Opens the journal of a folder. Without `isSynced`, a power cut may take the last records. */
export async function openAuditJournal(folder: string, isSynced: boolean): Promise<OpenedJournal> {
  await mkdir(folder, { recursive: true })
  const left: OwnedAudit[] = []
  const parts: Part[] = []
  for (const name of FILES) {
    const path = join(folder, name)
    const records = readRecords(await readFile(path, 'utf8').catch(() => ''))
    left.push(...records)
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | (isSynced ? constants.O_DSYNC : 0)
    const file = await open(path, flags, 0o600)
    parts.push({ file, bytes: (await file.stat()).size, open: records.length })
  }
  return { journal: createJournal(parts as [Part, Part]), left }
}

function createJournal(parts: [Part, Part]): AuditJournal {
  // The records of the second file are the newer ones or none, and its lines are stored last.
  const order: Part[] = parts.flatMap((part) => Array.from({ length: part.open }, () => part))
  let [current, other] = parts
  let waiting: Waiting[] = []
  let writing: Promise<void> | undefined

  const turn = async (): Promise<void> => {
    if (current.bytes < MAX_FILE_BYTES || other.open > 0) return
    ;[current, other] = [other, current]
    await current.file.truncate(0)
    current.bytes = 0
  }
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      try {
        await turn()
        const bytes = Buffer.from(group.map(({ line }) => line).join(''))
        await current.file.write(bytes)
        current.bytes += bytes.length
        current.open += group.length
        for (const { written } of group) {
          order.push(current)
          written()
        }
      } catch (error) {
        for (const { failed } of group) failed(error)
      }
    }
    writing = undefined
  }
  return {
    append: (record) =>
      new Promise((written, failed) => {
        waiting.push({ line: `${JSON.stringify(record)}\n`, written, failed })
        writing ??= write()
      }),
    stored(count) {
      for (const part of order.splice(0, count)) part.open--
    },
    async close() {
      await writing
      for (const part of parts) {
        if (part.open === 0) await part.file.truncate(0)
        await part.file.close()
      }
    },
  }
}

/** The records of a file. The last line may be cut off. */
function readRecords(text: string): OwnedAudit[] {
  return text.split('\n').flatMap((line) => {
    try {
      // A journal from before there were users is the local user's.
      return line === '' ? [] : [{ owner: LOCAL_USER, ...(JSON.parse(line) as Omit<OwnedAudit, 'owner'> & Partial<OwnedAudit>) }]
    } catch {
      return []
    }
  })
}
