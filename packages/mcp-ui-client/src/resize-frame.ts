/** Which sides of its frame a widget may set. */
export type AutoResize = boolean | { width?: boolean; height?: boolean }

/** Gives a frame the size that its widget reports, as far as the host lets it. */
export function resizeFrame(
  { style }: HTMLIFrameElement,
  { width, height }: { width?: number; height?: number },
  auto: AutoResize | undefined,
): void {
  if (!auto) return
  const { width: isWide, height: isHigh } = auto === true ? { width: true, height: true } : auto
  if (height && isHigh) style.height = `${height}px`
  if (width && isWide) style.width = `${width}px`
}
