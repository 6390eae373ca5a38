// Tries to take the folders that its parent names, and holds what it gets until the parent says so: node lock-contender.mjs
import { createInterface } from 'node:readline'
import { lockFolder } from '../../packages/gateway/dist/store/embedded/folder-lock.js'

/** @type {(() => void) | undefined} */
let release
for await (const line of createInterface({ input: process.stdin })) {
  const { folder } = JSON.parse(line)
  if (folder) release = await lockFolder(folder).catch(() => undefined)
  else release?.()
  process.stdout.write(`${folder ? Boolean(release) : 'released'}\n`)
}
