import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostgres } from '../../scripts/postgres.mjs'

/** @typedef {Awaited<ReturnType<typeof createPostgres>>} PostgresServer */

/**
 * A PostgreSQL cluster on a port of its own, which can be started, killed and frozen. It does not run yet.
 * @param {string} [kept] the folder of a cluster that is kept; default: a temporary one
 */
export async function createPostgres(kept) {
  const bin = findPostgres()
  if (!bin) throw new Error('PostgreSQL is not installed; npm test installs it.')
  if (kept !== undefined) mkdirSync(kept, { recursive: true })
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'casement-postgres-'))
  const owner = ownerOf(folder)
  const data = join(folder, 'data')
  if (!existsSync(join(data, 'PG_VERSION'))) {
    const made = spawnSync(join(bin, 'initdb'), ['-D', data, '-U', 'casement', '--auth=trust', '--no-sync'], {
      ...owner,
      encoding: 'utf8',
    })
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  }
  const port = await freePort()
  const url = `postgres://casement@127.0.0.1:${port}/postgres`
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server
  return {
    url,
    /** @param {readonly string[]} [more] settings, such as `fsync=off` */
    start(more = []) {
      const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...more].flatMap((each) => [
        '-c',
        each,
      ])
      server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], { ...owner, stdio: 'ignore' })
    },
    async ready() {
      while (spawnSync(join(bin, 'pg_isready'), ['-q', '-d', url]).status !== 0) await sleep(50)
    },
    /** Ends all of its processes at once, as a crash of its machine would. */
    async kill() {
      if (!server || server.exitCode !== null || server.signalCode) return
      const ended = once(server, 'exit')
      this.signalAll('SIGKILL')
      await ended
    },
    /** Ends it in order: without the sessions that are open, and with all that was written on the disk. */
    async stop() {
      if (!server || server.exitCode !== null || server.signalCode) return
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
    },
    /** @param {'SIGSTOP' | 'SIGCONT' | 'SIGKILL'} signal */
    signalAll(signal) {
      const parent = String(server?.pid)
      const { stdout } = spawnSync('pgrep', ['-P', parent], { encoding: 'utf8' })
      for (const pid of [parent, ...stdout.trim().split('\n')]) if (pid) send(Number(pid), signal)
    },
    async remove() {
      if (kept !== undefined) return this.stop()
      await this.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function send(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

/** PostgreSQL refuses to run as root. @param {string} folder */
function ownerOf(folder) {
  if (process.getuid?.() !== 0) return {}
  const owner = { uid: id('-u'), gid: id('-g') }
  chownSync(folder, owner.uid, owner.gid)
  return owner
}

/** @param {string} flag */
const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim())

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  server.close()
  return port
}
