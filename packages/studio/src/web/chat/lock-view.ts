/**
 * Runs before the first script of a View in an exported conversation. A policy in a file covers every kind of request except WebRTC,
 * so this removes WebRTC from the View's page, and the frames in which a View would find it again. It is written into the file as
 * text, so it uses nothing from around it.
 */
export function lockView(): void {
  document.currentScript?.remove()
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'mozRTCPeerConnection'])
    Reflect.deleteProperty(window, name)
  // A frame is removed in the microtask after it was added, and its document is loaded in a later task.
  const FRAMES = 'iframe, frame, object, embed, fencedframe, portal'
  const remove = (root: ParentNode): void => root.querySelectorAll(FRAMES).forEach((frame) => frame.remove())
  const watch = (root: Node & ParentNode): void =>
    new MutationObserver(() => remove(root)).observe(root, { childList: true, subtree: true })
  watch(document)
  // A shadow tree has to be watched on its own, so none is created that this does not see.
  const attach = Object.getOwnPropertyDescriptor(Element.prototype, 'attachShadow')?.value as Element['attachShadow']
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init)
    watch(root)
    return root
  }
  for (const [holder, name] of [
    [Element.prototype, 'setHTMLUnsafe'],
    [ShadowRoot.prototype, 'setHTMLUnsafe'],
    [Document, 'parseHTMLUnsafe'],
  ] as const)
    Reflect.deleteProperty(holder, name)
  for (const name of ['write', 'writeln'] as const) {
    const write = Object.getOwnPropertyDescriptor(Document.prototype, name)?.value as Document['write']
    Document.prototype[name] = function (...texts: unknown[]) {
      write.call(this, ...texts.map((text) => String(text).replaceAll(/shadowrootmode/gi, 'data-shadow')))
    }
  }
}
