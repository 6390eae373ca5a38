import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { findPostgres } from '../../../../scripts/postgres.mjs'

/** A PostgreSQL server of our own. */
export interface PostgresServer {
  /** Makes an empty database, and says where it is. */
  database(): Promise<string>
  stop(): Promise<void>
}

/** Starts a PostgreSQL server in a temporary folder, on a free port of this machine only. */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = findPostgres()
  if (!bin) throw new Error('There is no PostgreSQL here; npm test installs one.')
  const folder = mkdtempSync(join(tmpdir(), 'casement-postgres-'))
  const owner = ownerOf(folder)
  const data = join(folder, 'data')
  const made = spawnSync(join(bin, 'initdb'), ['-D', data, '-U', 'casement', '--auth=trust', '--no-sync'], {
    ...owner,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`, '-c', 'fsync=off']
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], { ...owner, stdio: 'ignore' })
  const exited = new Promise((resolve) => server.once('exit', resolve))
  const url = (name: string): string => `postgres://casement@127.0.0.1:${port}/${name}`
  const admin = postgres(url('postgres'), { max: 1, onnotice: () => {} })
  await untilItAnswers(admin)
  let count = 0
  return {
    async database() {
      const name = `casement_${++count}`
      await admin.unsafe(`create database ${name}`)
      return url(name)
    },
    async stop() {
      await admin.end({ timeout: 1 })
      // Immediate: nobody will ask this one for its data again.
      server.kill('SIGQUIT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root. */
function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const owner = { uid: id('-u'), gid: id('-g') }
  chownSync(folder, owner.uid, owner.gid)
  return owner
}

const id = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim())

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

async function untilItAnswers(admin: postgres.Sql): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- it asks until there is an answer
      await admin.unsafe('select 1')
      return
    } catch (error) {
      if (attempt > 300) throw error
      // oxlint-disable-next-line no-await-in-loop -- as above
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
