import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
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
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`, '-c', 'fsync=off']
  const run = (port: number): ChildProcess =>
    spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], { ...owner, stdio: 'ignore' })
  const { port, server, admin } = await onFreePort(run)
  const exited = new Promise((resolve) => server.once('exit', resolve))
  let count = 0
  return {
    async database() {
      const name = `casement_${++count}`
      await admin.query(`create database ${name}`)
      return addressOf(port, name)
    },
    async stop() {
      await admin.end()
      // Immediate: the data of this server is not needed again.
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

interface Running {
  readonly port: number
  readonly server: ChildProcess
  readonly admin: Pool
}

const addressOf = (port: number, name: string): string => `postgres://casement@127.0.0.1:${port}/${name}`

/**
 * PostgreSQL does not support port 0, and another process may take a port that was free a moment ago: then it exits, and is
 * started again.
 */
async function onFreePort(run: (port: number) => ChildProcess, tries = 5): Promise<Running> {
  const port = await freePort()
  const server = run(port)
  const admin = new Pool({ connectionString: addressOf(port, 'postgres'), max: 1 })
  admin.on('error', () => {})
  if (await answers(admin, server)) return { port, server, admin }
  await admin.end()
  if (tries <= 1) throw new Error(`PostgreSQL ended with ${server.exitCode} again and again.`)
  return onFreePort(run, tries - 1)
}

async function answers(admin: Pool, server: ChildProcess): Promise<boolean> {
  while (!(await admin.query('select 1').then(isTrue, isFalse))) {
    if (server.exitCode !== null) return false
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  // The process that took the port may be PostgreSQL as well.
  return server.exitCode === null
}

const isTrue = (): boolean => true
const isFalse = (): boolean => false
