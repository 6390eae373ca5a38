import { createElement, type ComponentType, type ReactNode } from 'react'

/** An element that a remote DOM script may create. */
export interface RemoteElementConfiguration {
  tagName: string
  remoteAttributes?: string[]
  remoteEvents?: string[]
}

/** The component that stands for an element of a remote DOM script. */
export interface ComponentLibraryElement {
  tagName: string
  component: ComponentType<Record<string, unknown>>
  propMapping?: Record<string, string>
  eventMapping?: Record<string, string>
}

/** The components of a host for remote DOM. */
export interface ComponentLibrary {
  name: string
  elements: ComponentLibraryElement[]
}

/** The element `ui-card`. */
export const remoteCardDefinition = { tagName: 'ui-card' }
/** The element `ui-button`. */
export const remoteButtonDefinition = { tagName: 'ui-button', remoteAttributes: ['label'], remoteEvents: ['click', 'press'] }
/** The element `ui-text`. */
export const remoteTextDefinition = { tagName: 'ui-text', remoteAttributes: ['content'] }
/** The element `ui-stack`. */
export const remoteStackDefinition = {
  tagName: 'ui-stack',
  remoteAttributes: ['direction', 'spacing', 'align', 'justify'],
}
/** The element `ui-image`. */
export const remoteImageDefinition = { tagName: 'ui-image', remoteAttributes: ['src', 'alt', 'width', 'height'] }

type Props = Record<string, unknown> & { children?: ReactNode }

const same = (names: readonly string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, name]))

const element = (
  { tagName, remoteAttributes = [] }: RemoteElementConfiguration,
  component: ComponentType<Record<string, unknown>>,
  eventMapping: Record<string, string> = {},
): ComponentLibraryElement => ({ tagName, component, propMapping: same(remoteAttributes), eventMapping })

const UIText = ({ content, children, ...props }: Props): ReactNode =>
  createElement('span', props, (content as ReactNode) ?? children)
const UIButton = ({ label, onPress, children, ...props }: Props): ReactNode =>
  createElement('button', { onClick: onPress as () => void, ...props }, (label as ReactNode) ?? children)
const UIStack = ({
  direction = 'vertical',
  spacing = '8',
  align = 'stretch',
  justify = 'flex-start',
  children,
}: Props): ReactNode => {
  const flexDirection = direction === 'horizontal' ? ('row' as const) : ('column' as const)
  const style = {
    display: 'flex',
    flexDirection,
    gap: `${String(spacing)}px`,
    alignItems: String(align),
    justifyContent: String(justify),
  }
  return createElement('div', { style }, children)
}
const UIImage = ({ src, alt, width, height, ...props }: Props): ReactNode =>
  createElement('img', { src, alt, width, height, style: { maxWidth: '100%', height: 'auto' }, ...props })

/** The elements that are drawn for remote DOM, as React components for a host that uses them itself. */
export const basicComponentLibrary: ComponentLibrary = {
  name: 'basic',
  elements: [
    element(remoteTextDefinition, UIText),
    element(remoteButtonDefinition, UIButton, { press: 'onPress' }),
    element(remoteStackDefinition, UIStack),
    element(remoteImageDefinition, UIImage),
  ],
}
