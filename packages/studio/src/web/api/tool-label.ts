import type { Tool } from 'casement/protocol/schemas'
import { useStore } from '../store.ts'
import { useStudio, type Studio } from '../studio.ts'

/** The label of a tool on the page: its title, with its name beside it where that differs. */
export interface ToolLabel {
  readonly title: string
  /** Undefined where the title is the name. */
  readonly name: string | undefined
}

/** Labels a tool with the title that its server gives it. */
export function labelTool({ name, title, annotations }: Pick<Tool, 'name' | 'title' | 'annotations'>): ToolLabel {
  const own = title || annotations?.title || name
  return { title: own, name: own === name ? undefined : name }
}

/** A label in one line of text. */
export const toolText = ({ title, name }: ToolLabel): string => (name === undefined ? title : `${title} (${name})`)

/** Labels a tool by its server and name. Tools that are not listed, for example of a stopped server, have only their name. */
export const findToolLabel = ({ servers }: Pick<Studio, 'servers'>, server: string, name: string): ToolLabel =>
  labelTool(servers.find(server, name)?.tool ?? { name })

/** Labels tools in a component. */
export function useToolLabels(): (server: string, name: string) => ToolLabel {
  const studio = useStudio()
  useStore(studio.servers.tools)
  return (server, name) => findToolLabel(studio, server, name)
}
