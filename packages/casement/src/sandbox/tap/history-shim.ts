/**
 * Replaces the current history entry wherever a View would add one, so that the Back button leaves the conversation and does not step
 * through the View. The View still sees the URLs and events it expects.
 */
export function installHistoryShim(): void {
  History.prototype.pushState = function (...entry) {
    this.replaceState(...entry)
  }
  globalThis.navigation?.addEventListener('navigate', (event) => {
    const { navigationType, cancelable, formData, downloadRequest, destination } = event
    if (navigationType !== 'push' || !cancelable || formData || downloadRequest !== null) return
    event.preventDefault()
    location.replace(destination.url)
  })
}
