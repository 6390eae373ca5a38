import { createServer } from 'node:net'

// Below the range of ephemeral ports, so that no other connection or server takes one of these between the check and its use.
const FIRST = 12_000
const LAST = 32_000

/** A free port. @returns {Promise<number>} */
export async function freePort() {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (await isFree(port)) return port
  }
}

/** @param {number} port @returns {Promise<boolean>} */
function isFree(port) {
  const server = createServer()
  return new Promise((tell) => {
    server.once('error', () => tell(false))
    server.listen(port, '127.0.0.1', () => server.close(() => tell(true)))
  })
}
