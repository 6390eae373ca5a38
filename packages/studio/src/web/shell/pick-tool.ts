import type { Studio } from '../studio.ts'

/** Puts a tool into the composer, ready to be run. */
export function pickTool({ composer, layout }: Studio, server: string, name: string): void {
  layout.set((before) => ({ ...before, overlay: undefined }))
  composer.set((before) => ({ ...before, mode: 'play', isOpen: true, tool: { server, name } }))
  document.querySelector<HTMLElement>('[data-composer]')?.focus()
}
