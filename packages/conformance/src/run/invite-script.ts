/** For the script of a page: adds another frame to it that has nothing to do with the View. */
export const INVITE = `
window.invite = (src) => new Promise((resolve) => {
  const stranger = document.createElement('iframe')
  stranger.name = 'stranger'
  stranger.onload = () => resolve()
  stranger.src = src
  document.body.append(stranger)
})`
