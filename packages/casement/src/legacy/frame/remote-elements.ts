/** Renders an element of the basic library into its shadow root, from its attributes. */
interface Drawing {
  readonly attributes: readonly string[]
  readonly draw: (attribute: (name: string) => string, element: HTMLElement) => Node
}

const make = (name: string, style: string, ...children: Node[]): HTMLElement => {
  const made = document.createElement(name)
  made.style.cssText = style
  made.append(...children)
  return made
}
const slot = (): HTMLElement => document.createElement('slot')
const worded = (text: string): Node => (text ? document.createTextNode(text) : slot())

const LIBRARY: Readonly<Record<string, Drawing>> = {
  'ui-text': { attributes: ['content'], draw: (attribute) => make('span', '', worded(attribute('content'))) },
  'ui-button': {
    attributes: ['label'],
    draw(attribute, element) {
      const button = make('button', 'padding:8px 16px;border-radius:6px;font:inherit;cursor:pointer', worded(attribute('label')))
      button.addEventListener('click', () => element.dispatchEvent(new CustomEvent('press')))
      return button
    },
  },
  'ui-stack': {
    attributes: ['direction', 'spacing', 'align', 'justify'],
    draw(attribute) {
      const stack = make('div', 'display:flex', slot())
      stack.style.flexDirection = attribute('direction') === 'horizontal' ? 'row' : 'column'
      stack.style.gap = `${Number.parseFloat(attribute('spacing')) || 8}px`
      stack.style.alignItems = attribute('align') || 'stretch'
      stack.style.justifyContent = attribute('justify') || 'flex-start'
      return stack
    },
  },
  'ui-image': {
    attributes: ['src', 'alt', 'width', 'height'],
    draw(attribute) {
      const image = make('img', 'max-width:100%;height:auto;border-radius:8px')
      for (const name of ['src', 'alt', 'width', 'height']) if (attribute(name)) image.setAttribute(name, attribute(name))
      return image
    },
  },
  'ui-card': { attributes: [], draw: () => make('div', 'padding:16px;border:1px solid #8884;border-radius:8px', slot()) },
}
// An element of an unknown library still shows its text and its children.
const UNKNOWN: Drawing = {
  attributes: ['content', 'label', 'title', 'text'],
  draw: (attribute) => {
    const text = ['content', 'label', 'title', 'text'].map(attribute).find(Boolean) ?? ''
    return make('span', '', ...(text ? [document.createTextNode(text)] : []), slot())
  },
}

/** Defines the basic library, and a placeholder for every other element that a script uses. */
export function defineElements(script: string): void {
  for (const [name, drawing] of Object.entries(LIBRARY)) define(name, drawing)
  for (const [, name = ''] of script.matchAll(/createElement\(\s*['"`]([a-z][a-z0-9]*-[\w-]*)['"`]/g)) define(name, UNKNOWN)
}

function define(name: string, { attributes, draw }: Drawing): void {
  if (customElements.get(name)) return
  class RemoteElement extends HTMLElement {
    static readonly observedAttributes = attributes
    readonly #shadow = this.attachShadow({ mode: 'open' })

    connectedCallback(): void {
      this.#shadow.replaceChildren(draw((attribute) => this.getAttribute(attribute) ?? '', this))
    }

    attributeChangedCallback(): void {
      if (this.isConnected) this.connectedCallback()
    }
  }
  // Scripts set them as properties as well.
  for (const attribute of attributes)
    Object.defineProperty(RemoteElement.prototype, attribute, {
      configurable: true,
      get: function (this: HTMLElement) {
        return this.getAttribute(attribute)
      } as () => unknown,
      set(this: HTMLElement, value: unknown) {
        this.setAttribute(attribute, String(value))
      },
    })
  customElements.define(name, RemoteElement)
}
