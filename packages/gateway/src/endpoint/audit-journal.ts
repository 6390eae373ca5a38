import { constants, write as writeBytes } from 'node:fs'
import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { LOCAL_USER } from '../security/principal.ts'
import { syncFolder } from '../store/embedded/sync-folder.ts'
import type { OwnedAudit } from '../store/store.ts'

/**
 * A file of audit records that are not in the store yet. Appending a line and syncing it takes a fraction of a transaction, and
 * all calls that end meanwhile share the next sync. Records that a crash leaves in the journal are stored at the next start.
 */
export interface AuditJournal {
  /** Resolves when the record is on the disk. */
  append(record: OwnedAudit): Promise<void>
  /** Reports that this number of records, the oldest ones, is in the store. */
  stored(count: number): void
  close(): Promise<void>
}

/** A journal that is open, and the records that it had. */
export interface OpenedJournal {
  readonly journal: AuditJournal
  readonly left: readonly OwnedAudit[]
}

const FILES = ['audit-journal-a.jsonl', 'audit-journal-b.jsonl'] as const
/** Two files take turns, so that one can be written again from its beginning while the other still has records. */
const FILE_BYTES = 2 * 1024 * 1024
const MAX_WRITES = 2

interface Part {
  readonly file: FileHandle
  /** The offset of the next line. Behind it are zeros, or lines of an earlier generation. */
  position: number
  /** Bytes that the file has on the disk. A write within them takes half the time of one that makes the file longer. */
  allocated: number
  /** Lines that were written since the file was last begun anew have the same number, which is larger than those before. */
  generation: number
  /** Records that are not in the store yet. */
  open: number
}

interface Waiting {
  readonly record: string
  readonly written: () => void
  readonly failed: (error: unknown) => void
}

/** Opens the journal of a folder. Without `isSynced`, a power cut may take the last records. */
export async function openAuditJournal(folder: string, isSynced: boolean): Promise<OpenedJournal> {
  await mkdir(folder, { recursive: true })
  const found: { readonly part: Part; readonly records: readonly OwnedAudit[] }[] = []
  for (const name of FILES) {
    const path = join(folder, name)
    const { records, end: position, generation } = readLines(await readFile(path).catch(() => Buffer.alloc(0)))
    const file = await open(path, constants.O_RDWR | constants.O_CREAT | (isSynced ? constants.O_DSYNC : 0), 0o600)
    const allocated = isSynced ? (await file.stat()).size : Infinity
    found.push({ part: { file, position, allocated, generation, open: records.length }, records })
  }
  if (isSynced) syncFolder(folder)
  found.sort((one, other) => one.part.generation - other.part.generation)
  return {
    // The newer file is the current one.
    journal: createJournal(found.map(({ part }) => part) as [Part, Part]),
    left: found.flatMap(({ records }) => records),
  }
}

function createJournal([older, newer]: [Part, Part]): AuditJournal {
  const order: Part[] = [older, newer].flatMap((part) => Array.from({ length: part.open }, () => part))
  let [other, current] = [older, newer]
  let waiting: Waiting[] = []
  let allocating: Promise<void> | undefined
  let isScheduled = false
  const writing = new Set<Promise<void>>()

  const turn = (): void => {
    if (current.position > 0 && (current.position < FILE_BYTES || other.open > 0)) return
    if (current.position > 0) [current, other] = [other, current]
    current.generation = Math.max(current.generation, other.generation) + 1
    current.position = 0
  }
  const write = async (): Promise<void> => {
    turn()
    if (current.allocated < FILE_BYTES) await (allocating ??= allocate(current).finally(() => (allocating = undefined)))
    const group = waiting
    waiting = []
    const part = current
    const bytes = Buffer.from(`\n${group.map(({ record }) => toLine(part.generation, record)).join('')}`)
    const { position } = part
    part.position += bytes.length
    part.open += group.length
    try {
      await writeAll(part.file.fd, bytes, position)
      for (const { written } of group) {
        order.push(part)
        written()
      }
    } catch (error) {
      part.open -= group.length
      for (const { failed } of group) failed(error)
    }
  }
  /** Calls that end in the same turn of the event loop share a write. A second one does not wait for the first. */
  const schedule = (): void => {
    if (isScheduled || waiting.length === 0 || writing.size >= MAX_WRITES) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      if (waiting.length === 0) return
      const written = write().finally(() => {
        writing.delete(written)
        schedule()
      })
      writing.add(written)
    })
  }
  return {
    append: (record) =>
      new Promise((written, failed) => {
        waiting.push({ record: toJson(record), written, failed })
        schedule()
      }),
    stored(count) {
      for (const part of order.splice(0, count)) part.open--
    },
    async close() {
      while (writing.size > 0 || waiting.length > 0) await Promise.all([...writing, new Promise(setImmediate)])
      for (const part of [current, other]) {
        if (part.open === 0) await part.file.truncate(0)
        await part.file.close()
      }
    },
  }
}

/** Fills the rest of a file with zeros. On a disk that is nearly full, the file grows line by line instead. */
async function allocate(part: Part): Promise<void> {
  const { file, position } = part
  part.allocated = Infinity
  await writeAll(file.fd, Buffer.alloc(Math.max(0, FILE_BYTES - position)), position).catch(() => {})
}

/** Writes all bytes: a disk that fills up takes some of them without an error. */
function writeAll(fd: number, bytes: Uint8Array, position: number): Promise<void> {
  return new Promise((resolve, reject) => {
    writeBytes(fd, bytes, 0, bytes.length, position, (error, written) => {
      if (error) return reject(error)
      if (written === bytes.length) return resolve()
      resolve(writeAll(fd, bytes.subarray(written), position + written))
    })
  })
}

/** The record as JSON. Its event is the largest part by far, and was serialized before. */
function toJson({ event, body = JSON.stringify(event), ...record }: OwnedAudit): string {
  return `${JSON.stringify(record).slice(0, -1)},"event":${body}}`
}

/** A line has a checksum, because a power cut may leave a mixture of it and of what was in the file before. */
function toLine(generation: number, record: string): string {
  const text = `${generation} ${record}`
  return `${crc32(text)} ${text}\n`
}

const NEW_LINE = 10
const LINE = /^(\d+) ((\d+) (\{[^]*))$/

interface Lines {
  readonly records: readonly OwnedAudit[]
  /** Where the last valid line ends. */
  readonly end: number
  readonly generation: number
}

/** Reads the lines of the current generation. Between them may be what a write that was cut off left, and lines of earlier generations. */
function readLines(bytes: Buffer): Lines {
  const found: { readonly record: OwnedAudit; readonly generation: number; readonly end: number }[] = []
  let start = 0
  for (let end = bytes.indexOf(NEW_LINE); end !== -1; end = bytes.indexOf(NEW_LINE, start)) {
    const line = bytes.toString('utf8', start, end)
    start = end + 1
    // The first versions wrote no checksums.
    const [, checksum, text = '', generation = '0', json = line] = LINE.exec(line) ?? []
    const isIntact = checksum === undefined ? line.startsWith('{') : Number(checksum) === crc32(text)
    const record = isIntact ? readRecord(json) : undefined
    if (record) found.push({ record, generation: Number(generation), end: start })
  }
  const generation = Math.max(0, ...found.map((line) => line.generation))
  const lines = found.filter((line) => line.generation === generation)
  return { records: lines.map(({ record }) => record), end: lines.at(-1)?.end ?? 0, generation }
}

function readRecord(json: string): OwnedAudit | undefined {
  try {
    // A journal from before there were users is the local user's.
    return { owner: LOCAL_USER, ...(JSON.parse(json) as Omit<OwnedAudit, 'owner'> & Partial<OwnedAudit>) }
  } catch {
    return undefined
  }
}
