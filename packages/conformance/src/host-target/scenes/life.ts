import type { Frame } from 'playwright-core'
import type { ProbeEntry } from '../probe.ts'
import type { Sitting } from '../sitting.ts'
import { type Facts, fieldsOf, type Message } from '../subject.ts'
import type { WindowNote } from '../watch-windows.ts'

/** A frame between the host page and the probe, from the inside out. */
export interface FrameFacts {
  readonly origin: string
  readonly sandbox: string | null
  readonly allow: string | null
}

/** An ordinary life: handshake, input, result. */
export interface LifeFacts extends Facts {
  readonly entries: readonly ProbeEntry[]
  readonly introduction: Message
  readonly frames: readonly FrameFacts[]
  readonly hostOrigin: string
  readonly windows: readonly WindowNote[]
  /** The requests to the server, with the params of the first of each method. */
  readonly asked: Readonly<Record<string, Message>>
  readonly text: unknown
}

/** Plays an ordinary life. */
export async function life(sitting: Sitting): Promise<LifeFacts> {
  const shown = await sitting.display()
  if (shown) await sitting.heard('ui/notifications/tool-result')
  await sitting.displayed()
  if (shown) await sitting.settle()
  const view = shown ? await sitting.view() : undefined
  const frames = view ? await framesAround(view) : []
  const windows = [...sitting.windows]
  const entries = [...sitting.entries]
  const asked = Object.fromEntries(sitting.server.asked.toReversed().map(({ method, params }) => [method, params]))
  return {
    shown,
    entries,
    introduction: introductionIn(entries),
    frames,
    hostOrigin: new URL(sitting.page.url()).origin,
    windows,
    asked,
    text: entries.find(({ what }) => what === 'loaded')?.message['text'],
  }
}

/** The result of the handshake. */
export const introductionIn = (entries: readonly ProbeEntry[]): Message =>
  fieldsOf(entries.find(({ what, message }) => what === 'heard' && message['id'] === 1)?.message['result'])

async function framesAround(view: Frame): Promise<FrameFacts[]> {
  const around: FrameFacts[] = []
  for (let frame: Frame | null = view; frame?.parentFrame(); frame = frame.parentFrame()) {
    // From the inside out.
    const element = await frame.frameElement()
    const [origin, sandbox, allow] = await Promise.all([
      frame.evaluate<string>('location.origin'),
      element.getAttribute('sandbox'),
      element.getAttribute('allow'),
    ])
    around.push({ origin, sandbox, allow })
  }
  return around
}
