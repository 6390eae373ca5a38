import { readFileSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CasementError } from 'casement/protocol'

/** Takes a data folder for this process: two engines in one folder would destroy each other's pages. Returns how to let go. */
export async function lockFolder(folder: string): Promise<() => void> {
  const file = join(folder, 'gateway.lock')
  const own = JSON.stringify({ pid: process.pid, started: startOf(process.pid) })
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await writeFile(file, own, { flag: 'wx', mode: 0o600 })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = await readHolder(file)
      if (holder && isAlive(holder))
        throw new CasementError(
          'INVALID_ARGUMENT',
          `${folder} is in use by another gateway (process ${holder.pid}). End that one, or give this one another data folder.`,
          { cause: error },
        )
      // Left by a process that was killed.
      rmSync(file, { force: true })
    }
  }
  throw new CasementError('INVALID_ARGUMENT', `${folder} is being taken by another gateway at this moment. Try again.`)
}

interface Holder {
  readonly pid: number
  readonly started: string
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return startOf(pid) === started
}

/** When a process began, where the system tells: its number alone can belong to another process by now. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
