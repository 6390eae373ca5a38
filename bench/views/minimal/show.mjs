/** The result handler of every minimal View. @param {unknown} result */
export function show(result) {
  document.body.textContent = JSON.stringify(result)
}
