import type { Frame, Page } from 'playwright-core'

/** The frames of Views in a host page: those inside a proxy. An empty proxy may stay for some time, for the next View. */
export const viewFrames = (page: Page): Frame[] => page.frames().filter((frame) => frame.parentFrame()?.parentFrame())
