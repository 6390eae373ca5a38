import { saveFile } from '../recording/save-file.ts'

/** What Chromium has beside the types of the platform. */
interface CropTargets {
  readonly CropTarget?: { fromElement(element: Element): Promise<unknown> }
}

/**
 * Saves a picture of a View. No page can read the pixels of a frame with another origin, so the browser asks the user to share this tab,
 * and the picture is cropped to the View.
 */
export async function saveScreenshot(view: HTMLElement, name: string): Promise<void> {
  const { CropTarget } = globalThis as CropTargets
  if (!CropTarget || !('getDisplayMedia' in navigator.mediaDevices))
    throw new Error('This browser cannot capture a part of a tab. Use Chromium or Chrome, or a screenshot of the system.')
  const target = await CropTarget.fromElement(view)
  // Chromium offers this tab first.
  const options: DisplayMediaStreamOptions & { preferCurrentTab: boolean } = { video: true, audio: false, preferCurrentTab: true }
  const stream = await navigator.mediaDevices.getDisplayMedia(options)
  try {
    const [track] = stream.getVideoTracks() as (MediaStreamTrack & { cropTo?(target: unknown): Promise<void> })[]
    if (!track?.cropTo) throw new Error('Share this tab, and not a window or the screen.')
    await track.cropTo(target)
    const video = Object.assign(document.createElement('video'), { srcObject: stream, muted: true })
    await video.play()
    const canvas = Object.assign(document.createElement('canvas'), { width: video.videoWidth, height: video.videoHeight })
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (!picture) throw new Error('The browser returned an empty picture.')
    saveFile(`${name}.png`, picture)
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
