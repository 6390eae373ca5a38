/** For the script of a page: lets somebody else into it, who has no business with the View. */
export const INVITE = `
window.invite = (src) => new Promise((resolve) => {
  const stranger = document.createElement('iframe')
  stranger.name = 'stranger'
  stranger.onload = () => resolve()
  stranger.src = src
  document.body.append(stranger)
})`
