import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { StoreRefused } from '../unavailable.ts'

const RENEWAL = 1000
const WAIT = 2500

/** A gateway's claim to a data folder, renewed while it runs. */
export interface Lease {
  release(): void
}

interface Record {
  readonly owner: string
  /** The boot of the machine: on the same one, the lock of the operating system decides. */
  readonly boot: string
  readonly host: string
  readonly renewal: number
}

/**
 * Takes the lease of a data folder, the second line of defence where a network file system does not pass locks on: another
 * machine's lease is watched for one interval, and if it is renewed meanwhile, the folder is in use. `onLost` runs when another
 * gateway takes the lease.
 */
export async function takeLease(folder: string, onLost: (reason: string) => void): Promise<Lease> {
  const file = join(folder, 'lease.json')
  const boot = readBoot()
  const found = readLease(file)
  if (found && found.boot !== boot) {
    await new Promise((resolve) => setTimeout(resolve, WAIT))
    const again = readLease(file)
    if (again && (again.owner !== found.owner || again.renewal !== found.renewal))
      throw new StoreRefused(
        `${folder} is in use by another gateway (on ${again.host}). Stop that one, or use another data folder.`,
      )
  }
  const owner = randomUUID()
  let renewal = 0
  const write = (): void => {
    const record: Record = { owner, boot, host: hostname(), renewal: ++renewal }
    writeFileSync(`${file}.${owner}`, JSON.stringify(record), { mode: 0o600 })
    renameSync(`${file}.${owner}`, file)
  }
  write()
  const timer = setInterval(() => {
    const current = readLease(file)
    if (current && current.owner !== owner) {
      clearInterval(timer)
      return onLost(`Another gateway (on ${current.host}) took over ${folder}. Stop one of them.`)
    }
    try {
      write()
    } catch {
      // A full disk: the engine reports it, and the lock still holds.
    }
  }, RENEWAL)
  timer.unref()
  return {
    release() {
      clearInterval(timer)
      if (readLease(file)?.owner === owner) rmSync(file, { force: true })
    },
  }
}

function readLease(file: string): Record | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record
  } catch {
    return undefined
  }
}

function readBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return hostname()
  }
}
