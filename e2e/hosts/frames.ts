// The two ways a host page shows a View: straight in a frame, or behind a relay on another origin.

/** The parameters of the page's address: `?mount=direct&view=<url>` or `?mount=relayed&relay=<url>&view=<url>`. */
export interface Mount {
  readonly kind: 'direct' | 'relayed'
  readonly view: string
  readonly relay: string
}

/** Reads the mount from the page's own address. */
export function readMount(): Mount {
  const query = new URLSearchParams(location.search)
  return {
    kind: query.get('mount') === 'direct' ? 'direct' : 'relayed',
    view: query.get('view') ?? '',
    relay: query.get('relay') ?? '',
  }
}

/** An empty frame in the page. Its window exists at once, so a bridge can listen before anything is loaded. */
export function openFrame(): { frame: HTMLIFrameElement; inside: Window } {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  frame.style.cssText = 'width: 600px; height: 150px; border: 0; display: block'
  document.body.append(frame)
  if (!frame.contentWindow) throw new Error('a frame in the page has a window')
  return { frame, inside: frame.contentWindow }
}

/** Follows what the View says of its size, as hosts do. */
export function applySize(frame: HTMLIFrameElement, { height }: { height?: number | undefined }): void {
  if (height !== undefined) frame.style.height = `${height}px`
}
