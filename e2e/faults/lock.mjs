import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** @typedef {import('./fault.mjs').Fault} Fault */

const SCRIPT = fileURLToPath(new URL('./lock-contender.mjs', import.meta.url))
const CONTENDERS = 4

/** @type {Fault} */
export const lockRaces = {
  name: 'two gateways in one folder',
  about: `300 races of ${CONTENDERS} processes for one data folder, half of them after its holder was killed`,
  rounds: { full: 1, short: 0 },
  round: (report) => race(report, 300, []),
}

/** @type {Fault} */
export const fewLockRaces = {
  ...lockRaces,
  about: '20 races',
  rounds: { full: 0, short: 1 },
  round: (report) => race(report, 20, []),
}

/** @type {Fault} */
export const lockAcrossNamespaces = {
  name: 'two containers on one volume',
  about: '20 races of processes that are each alone in a PID namespace',
  needsRoot: true,
  rounds: { full: 1, short: 1 },
  round: (report) => race(report, 20, ['unshare', '--pid', '--fork', '--mount-proc']),
}

/** @param {import('./fault.mjs').Report} report @param {number} rounds @param {readonly string[]} prefix */
async function race(report, rounds, prefix) {
  const contenders = Array.from({ length: CONTENDERS }, () => contender(prefix))
  for (let round = 0; round < rounds; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'casement-lock-'))
    if (round % 2 === 0) await takeAndDie(folder, prefix)
    const held = await Promise.all(contenders.map((each) => each.ask({ folder })))
    const holders = held.filter((answer) => answer === 'true').length
    report.expect(holders === 1, `one process holds the folder, not ${holders}`)
    await Promise.all(contenders.map((each) => each.ask({})))
    rmSync(folder, { recursive: true })
  }
  report.informed('the second one refuses to start and names the first')
  for (const each of contenders) await each.end()
}

/** Takes a folder in a process that is killed while it holds it. @param {string} folder @param {readonly string[]} prefix */
async function takeAndDie(folder, prefix) {
  const holder = contender(prefix)
  await holder.ask({ folder })
  await holder.end()
}

/** @param {readonly string[]} prefix */
function contender(prefix) {
  const [command, ...args] = [...prefix, process.execPath, SCRIPT]
  // Its own group: with unshare, the one to kill is a child of the child.
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const lines = createInterface({ input: child.stdout })
  return {
    /** @param {{ folder?: string }} message @returns {Promise<string>} */
    async ask(message) {
      const answer = once(lines, 'line')
      child.stdin.write(`${JSON.stringify(message)}\n`)
      return (await answer)[0]
    },
    async end() {
      // Its output closes when the last process of the group has ended.
      const closed = once(child, 'close')
      process.kill(-(child.pid ?? 0), 'SIGKILL')
      await closed
    },
  }
}
