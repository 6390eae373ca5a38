import type * as view from 'casement/view'
import type { App as CoreApp } from 'casement/view/core'

/** The SDK that a View is built with. The official package has the same API, so the same View can be built on either. */
export type ViewPackage<A extends CoreApp = CoreApp> = Pick<
  typeof view,
  'applyDocumentTheme' | 'applyHostFonts' | 'applyHostStyleVariables' | 'getDocumentTheme'
> & { App: new (...args: ConstructorParameters<typeof view.App>) => A }

/** Adds to an App before it connects, and returns what to do with the additions later. */
export type Equip<A extends CoreApp = CoreApp> = (app: A) => () => Promise<unknown>

/** Heights of the View's only block, before and after the context changed. */
export const HEIGHTS = { start: 120, grown: 480 }

/**
 * A View that does what Views do and reports each step to its host as a log message, so that a test needs no way into the
 * frame. Everything it changes in the document goes through the CSSOM: it must run under the strictest policy.
 */
export async function runProbe<A extends CoreApp>({ App, ...styles }: ViewPackage<A>, equip?: Equip<A>): Promise<void> {
  const block = document.body.appendChild(document.createElement('main'))
  document.body.style.margin = '0'
  block.style.height = `${HEIGHTS.start}px`
  const violations: string[] = []
  document.addEventListener('securitypolicyviolation', (event) =>
    violations.push(`${event.violatedDirective} ${event.blockedURI}`),
  )

  const app = new App({ name: 'probe', version: '1.0.0' }, { availableDisplayModes: ['inline', 'fullscreen'] })
  const useEquipment = equip?.(app)
  const tell = (event: string, detail?: unknown): void =>
    void app.sendLog({ level: 'info', logger: 'probe', data: { event, detail } })

  const applyContext = (): void => {
    const context = app.getHostContext() ?? {}
    if (context.theme) styles.applyDocumentTheme(context.theme)
    if (context.styles?.variables) styles.applyHostStyleVariables(context.styles.variables)
    if (context.styles?.css?.fonts) styles.applyHostFonts(context.styles.css.fonts)
    const { colorScheme } = document.documentElement.style
    const color = getComputedStyle(document.documentElement).getPropertyValue('--color-text-primary')
    tell('context', { context, applied: { theme: styles.getDocumentTheme(), colorScheme, color } })
  }
  const exercise = async (): Promise<void> => {
    tell('called', await app.callServerTool({ name: 'add', arguments: { a: 19, b: 23 } }))
    tell('called-in-vain', await app.callServerTool({ name: 'missing', arguments: {} }))
    tell('messaged', await app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'hello' }] }))
    tell('linked', await app.openLink({ url: 'https://example.com/a?b=c' }))
    tell('link-denied', await app.openLink({ url: 'mailto:a@example.com' }))
    tell(
      'context-updated',
      await app.updateModelContext({ content: [{ type: 'text', text: 'state' }], structuredContent: { row: 7 } }),
    )
    tell('mode', await app.requestDisplayMode({ mode: 'fullscreen' }))
    if (useEquipment) tell('equipped', await useEquipment())
    tell('exercised', { violations })
  }

  app.ontoolinputpartial = (params) => tell('partial', params)
  app.ontoolinput = (params) => tell('input', params)
  app.ontoolresult = (params) => {
    tell('result', params)
    void exercise()
  }
  app.onhostcontextchanged = () => {
    block.style.height = `${HEIGHTS.grown}px`
    applyContext()
  }
  app.onteardown = async () => {
    tell('teardown', { violations })
    return {}
  }
  await app.connect()
  tell('connected', { host: app.getHostVersion(), capabilities: app.getHostCapabilities() })
  applyContext()
}
