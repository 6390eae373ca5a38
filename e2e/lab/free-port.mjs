import { createServer } from 'node:net'

// Below those that systems give out by themselves: none of these is taken between the look and the use by a connection of somebody
// else, or by a server that asked for any port.
const FIRST = 12_000
const LAST = 32_000

/** A port that nobody listens on. @returns {Promise<number>} */
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
