/** A View that a component shows. */
export interface ShownView<Props> {
  /** Changes properties. The frame is loaded again only if the tool is another one. */
  update(changes: Partial<Props>): void
  remove(): void
}
