import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Where only the process dies, what it wrote is still there; a disk would only make the rounds slower.
const BASE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** A new folder, in memory where the system has such. */
export const memoryFolder = () => mkdtempSync(join(BASE, 'casement-fault-'))
