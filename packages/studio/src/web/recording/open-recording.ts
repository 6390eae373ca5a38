import type { Layout } from '../shell/layout.ts'
import type { Studio } from '../studio.ts'

/** Loads the recording that the command was started with, and opens the panel that compares Views with it. */
export async function openRecording({ api, layout, recording, toasts }: Studio): Promise<void> {
  try {
    const [{ readTrace }, response] = await Promise.all([import('casement/testing/trace'), api.request('/api/recording')])
    recording.set(readTrace(await response.text()))
    layout.set((before): Layout => ({ ...before, isDockOpen: true, dockTab: 'recording' }))
  } catch (error) {
    toasts.fail('The recording could not be opened', error)
  }
}
