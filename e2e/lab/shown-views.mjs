/**
 * The frames of the Views that the page shows: each in the frame of its proxy. Prewarmed frames are inert and not among them.
 * @param {import('playwright-core').Page} page
 */
export async function shownViews(page) {
  const inner = page.frames().filter((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame())
  const shown = await Promise.all(inner.map(isShown))
  return inner.filter((_, index) => shown[index])
}

/** @param {import('playwright-core').Frame} view */
async function isShown(view) {
  try {
    const proxy = await view.parentFrame()?.frameElement()
    return (await proxy?.evaluate((node) => node.isConnected && node.parentElement?.closest('[inert]') === null)) ?? false
  } catch {
    // It went away meanwhile.
    return false
  }
}
