import type { HostRecord } from '../attacks/evidence.ts'

/** The functions of a host page that the attack runner calls. */
export interface AttackPage {
  collect(): HostRecord
  dispose(): Promise<void>
}

/** The lists that a host page writes into as things happen. */
export interface Sightings {
  readonly calls: string[]
  readonly reads: string[]
  readonly links: string[]
  readonly files: string[]
  chats: number
  contextBytes: number
  logs: number
  samplings: number
  readonly dialogs: string[]
  readonly sent: string[]
  /** The context that the model gets, and how a heading in it looks: the first group is the name of the app. */
  context: { readonly text: string; readonly heading: RegExp }
}

/** The recorder as a host page sees it. */
export interface Recorder {
  readonly seen: Sightings
  /** Records the text of a dialog, and accepts it once its button is enabled, if the user accepts. */
  watchDialogs(agrees: boolean): void
  /** The frames in one place of the page, also those in a shadow tree. */
  frames(place: string): HTMLIFrameElement[]
  collect(): HostRecord
}

/**
 * Watches a host page from before anything else in it runs. It is sent to the browser as text, so it uses nothing from outside
 * itself.
 */
export function installRecorder(): void {
  const received = { count: 0, bytes: 0, longest: 0 }
  const errors: string[] = []
  const seen: Sightings = {
    calls: [],
    reads: [],
    links: [],
    files: [],
    chats: 0,
    contextBytes: 0,
    logs: 0,
    samplings: 0,
    dialogs: [],
    sent: [],
    context: { text: '', heading: /$^/g },
  }
  const weigh = ({ data }: MessageEvent<unknown>): void => {
    const bytes = typeof data === 'string' ? data.length : (JSON.stringify(data)?.length ?? 0)
    received.count++
    received.bytes += bytes
    received.longest = Math.max(received.longest, bytes)
  }
  addEventListener('message', weigh)
  // Ports hand out their messages in several ways; all of them start at one of these two.
  const start = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'start')?.value as () => void
  const watched = new WeakSet<MessagePort>()
  const watch = (port: MessagePort): void => {
    if (watched.has(port)) return
    watched.add(port)
    port.addEventListener('message', weigh)
  }
  MessagePort.prototype.start = function () {
    watch(this)
    start.call(this)
  }
  const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    ...onmessage,
    set(this: MessagePort, receive: unknown) {
      watch(this)
      onmessage?.set?.call(this, receive)
    },
  })
  addEventListener('error', ({ message }) => errors.push(message))
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))

  let last = performance.now()
  let worstPause = 0
  setInterval(() => {
    const now = performance.now()
    worstPause = Math.max(worstPause, now - last)
    last = now
  }, 20)
  let resizes = 0
  const sizes = new ResizeObserver(() => resizes++)
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- goes to the browser with the function around it
  const frames = (place: string): HTMLIFrameElement[] => {
    const inside = Array.from(document.querySelectorAll(`${place} *`))
    const roots = [document.querySelector(place), ...inside.map(({ shadowRoot }) => shadowRoot)]
    return roots.flatMap((root) => Array.from(root?.querySelectorAll('iframe') ?? []))
  }
  setInterval(() => frames('#attacker').forEach((frame) => sizes.observe(frame)), 20)
  const lengthBefore = history.length

  const recorder: Recorder = {
    seen,
    watchDialogs(agrees) {
      const noted = new WeakSet<Element>()
      setInterval(() => {
        for (const dialog of document.querySelectorAll('.casement-dialog, .weak-dialog')) {
          const inside = dialog.shadowRoot ?? dialog
          if (!noted.has(dialog)) seen.dialogs.push(inside.textContent ?? '')
          noted.add(dialog)
          const button = inside.querySelector<HTMLButtonElement>('button.yes')
          if (agrees && button?.disabled === false) button.click()
        }
      }, 20)
    },
    frames,
    collect: () => ({
      ...seen,
      speakers: Array.from(seen.context.text.matchAll(seen.context.heading), ([, name]) => name ?? ''),
      title: document.title,
      active: document.activeElement?.id ?? '',
      typed: document.querySelector<HTMLInputElement>('#composer')?.value ?? '',
      scrolled: scrollY,
      historyGrowth: history.length - lengthBefore,
      polluted: 'polluted' in {},
      fullscreen: document.fullscreenElement !== null,
      pointerLocked: document.pointerLockElement !== null,
      received,
      frames: frames('#attacker').map((frame) => {
        const { width, height } = frame.getBoundingClientRect()
        return { allow: frame.allow, sandbox: frame.getAttribute('sandbox') ?? 'none', width, height }
      }),
      resizes,
      worstPause: Math.max(worstPause, performance.now() - last),
      errors,
    }),
  }
  Object.assign(window, { recorder })
}
