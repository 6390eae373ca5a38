import { captureElements, pictureOf } from '../capture/capture-elements.ts'
import { saveFile } from '../recording/save-file.ts'

/** Saves a picture of a View. */
export async function saveScreenshot(view: HTMLElement, name: string): Promise<void> {
  const [canvas] = await captureElements([view])
  if (canvas) saveFile(`${name}.png`, await pictureOf(canvas))
}
