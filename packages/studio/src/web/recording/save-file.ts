/** Offers a text or a picture as a file to be saved. */
export function saveFile(name: string, content: string | Blob): void {
  const url = URL.createObjectURL(
    typeof content === 'string' ? new Blob([content], { type: 'text/plain;charset=utf-8' }) : content,
  )
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the content by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
