// Starts a gateway with an embedded store in a process of its own, and runs the tasks of `store.mjs` in it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** @typedef {Awaited<ReturnType<typeof startStore>>} StoreProcess */

/** @param {'strict' | 'relaxed'} durability */
export async function startStore(durability) {
  const script = fileURLToPath(new URL('store.mjs', import.meta.url))
  const child = fork(script, [durability], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(child, 'message')
  return {
    /**
     * @param {import('./store.mjs').WriteTask | import('./store.mjs').FillTask | import('./store.mjs').ReadTask} task
     * @returns {Promise<number>}
     */
    async run(task) {
      child.send(task)
      const [result] = await once(child, 'message')
      return result
    },
    async close() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
