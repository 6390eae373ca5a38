import type { Browser } from 'playwright-core'
import { openCanary } from './canary.ts'

/**
 * Shots that are known to arrive. "Nothing has come" means something only when whatever was sent before has had its time; so
 * after an attack, the same browser sends by several ways to a canary of our own, from a page without any policy, and waits until
 * all of it has come. That this is long enough is not assumed: against the weakened host the very same wait must see every attack.
 */
export interface Decoy {
  settle(): Promise<void>
  close(): Promise<void>
}

const ROUNDS = 2

/** Opens the page that shoots. */
export async function openDecoy(browser: Browser): Promise<Decoy> {
  const canary = await openCanary()
  const page = await browser.newPage()
  await page.goto(`${canary.origin}/decoy.html`)
  return {
    async settle() {
      for (let round = 0; round < ROUNDS; round++) {
        // Sequentially, to use the required time.
        await page.evaluate(shoot)
      }
    },
    async close() {
      await page.close()
      await canary.close()
    },
  }
}

/** Runs in the page. */
async function shoot(): Promise<void> {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- goes to the browser with the function around it
  const done = (start: (settled: () => void) => void): Promise<void> => new Promise((resolve) => start(() => resolve()))
  const frame = document.createElement('iframe')
  await Promise.all([
    fetch(`/decoy-${Math.random()}`).then((response) => response.text()),
    done((settled) => {
      const image = new Image()
      image.onload = image.onerror = settled
      image.src = `/decoy-${Math.random()}.png`
    }),
    done((settled) => {
      const socket = new WebSocket(`ws://${location.host}/decoy`)
      socket.onerror = socket.onclose = settled
    }),
    done((settled) => {
      frame.onload = settled
      frame.src = `/decoy-${Math.random()}.html`
      document.body.append(frame)
    }),
  ])
  frame.remove()
}
