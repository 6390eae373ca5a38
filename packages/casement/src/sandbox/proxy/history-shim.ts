/**
 * Turns every step that a View would add to the history of its tab into one that replaces the last: whoever presses Back wants
 * out of the conversation, not through the pages of a View. The View itself sees the addresses and events it expects.
 */
export function installHistoryShim(): void {
  History.prototype.pushState = function (...step) {
    this.replaceState(...step)
  }
  globalThis.navigation?.addEventListener('navigate', (event) => {
    const { navigationType, cancelable, formData, downloadRequest, destination } = event
    if (navigationType !== 'push' || !cancelable || formData || downloadRequest !== null) return
    event.preventDefault()
    location.replace(destination.url)
  })
}
