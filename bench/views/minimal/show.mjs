/** What every minimal View does with a result. @param {unknown} result */
export function show(result) {
  document.body.textContent = JSON.stringify(result)
}
