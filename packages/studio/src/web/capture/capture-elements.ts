/** Chromium offers this tab first, or nothing else. The types of the platform do not have it. */
interface TabOptions extends DisplayMediaStreamOptions {
  readonly preferCurrentTab: boolean
}

/**
 * Takes a picture of each element, one after the other. No page can read the pixels of a frame with another origin, so the browser asks
 * the user once to share this tab. A picture shows as much of its element as fits in the window.
 */
export async function captureElements(elements: readonly HTMLElement[]): Promise<HTMLCanvasElement[]> {
  if (!('getDisplayMedia' in navigator.mediaDevices))
    throw new Error('This browser cannot capture a tab. Use Chromium or Chrome, or a screenshot of the system.')
  const options: TabOptions = { video: { displaySurface: 'browser' }, audio: false, preferCurrentTab: true }
  const stream = await navigator.mediaDevices.getDisplayMedia(options)
  const video = Object.assign(document.createElement('video'), { srcObject: stream, muted: true })
  try {
    const [track] = stream.getVideoTracks()
    if (track?.getSettings().displaySurface !== 'browser') throw new Error('Share this tab, not a window or the screen.')
    await video.play()
    const pictures: HTMLCanvasElement[] = []
    for (const element of elements) pictures.push(await captureElement(video, element))
    return pictures
  } finally {
    for (const track of stream.getTracks()) track.stop()
    video.remove()
  }
}

async function captureElement(video: HTMLVideoElement, element: HTMLElement): Promise<HTMLCanvasElement> {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  await framesSettled(video)
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const scale = video.videoWidth / innerWidth
  const x = Math.max(0, left)
  const y = Math.max(0, top)
  const width = Math.max(1, Math.min(right, innerWidth) - x)
  const height = Math.max(1, Math.min(bottom, innerHeight) - y)
  // Whole pixels, which are copied as they are.
  const size = [Math.round(width * scale), Math.round(height * scale)] as const
  const canvas = Object.assign(document.createElement('canvas'), { width: size[0], height: size[1] })
  canvas.getContext('2d')?.drawImage(video, Math.round(x * scale), Math.round(y * scale), ...size, 0, 0, ...size)
  return canvas
}

// A page that has painted everything sends no more frames.
const QUIET_MS = 150
const MAX_WAIT_MS = 2000

/** Waits until the page has painted what it was scrolled to, with the frames of other origins in it. */
async function framesSettled(video: HTMLVideoElement): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const end = performance.now() + MAX_WAIT_MS
  while (performance.now() < end && (await hasNextFrame(video))) continue
}

const hasNextFrame = (video: HTMLVideoElement): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), QUIET_MS)
    video.requestVideoFrameCallback(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })

/** A picture as a file. */
export async function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!picture) throw new Error('The browser returned an empty image.')
  return picture
}
