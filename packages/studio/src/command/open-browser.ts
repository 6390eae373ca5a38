import { spawn } from 'node:child_process'

const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens a URL in the default browser. Reports a failure. */
export function openBrowser(url: string, failed: (reason: string) => void, platform: NodeJS.Platform = process.platform): void {
  const [program = '', ...args] = OPENERS[platform] ?? ['xdg-open']
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  child.once('error', (error) => failed(error.message))
  child.unref()
}
