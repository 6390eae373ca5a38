import type { MintRequest, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { serveSandbox, type ServedSandbox } from '../../sandbox/node/serve-sandbox.ts'
import { reviveArgument, type Step } from './view-commands.ts'

/** The part of a Playwright locator that is used: its methods, by name. */
type Located = Readonly<Record<string, ((...args: unknown[]) => unknown) | undefined>>

/** The context of a Vitest command, with Playwright as the provider. */
interface CommandContext {
  readonly iframe?: { locator(selector: string): Located }
}

/** The part of a Vite plugin that Vitest uses. */
export interface TestingPlugin {
  readonly name: string
  config(): object
  buildEnd(): Promise<void>
}

/**
 * For `plugins` in the configuration of Vitest: serves the sandbox in which `renderApp` of `casement/testing/vitest` shows Views, and
 * reaches into them for it. Nothing is served before a test renders something.
 */
export function casementTesting(): TestingPlugin {
  const sandboxes = new Map<string, Promise<ServedSandbox>>()
  const sandboxFor = (hostOrigin: string): Promise<ServedSandbox> => {
    const served = sandboxes.get(hostOrigin) ?? serveSandbox({ hostOrigins: [hostOrigin] })
    sandboxes.set(hostOrigin, served)
    return served
  }
  const commands = {
    casementMint: async (_: unknown, request: MintRequest): Promise<SandboxTicket> =>
      (await sandboxFor(request.hostOrigin)).handler.mint(request),
    casementView: ({ iframe }: CommandContext, id: string, steps: readonly Step[]): unknown => {
      if (!iframe) throw new Error('renderApp inspects Views with Playwright: set browser.provider to playwright()')
      const frame = iframe.locator(`[data-casement-app="${id}"] iframe`)
      const view = [['contentFrame'], ['locator', 'iframe'], ['contentFrame'], ...steps] as const
      return view.reduce<unknown>((target, [name, ...args]) => {
        const method = (target as Located)[name]
        if (!method) throw new Error(`The browser provider has no "${name}"`)
        return method.apply(target, args.map(reviveArgument))
      }, frame)
    },
  }
  return {
    name: 'casement-testing',
    config: () => ({ test: { browser: { commands } } }),
    async buildEnd() {
      const open = [...sandboxes.values()]
      sandboxes.clear()
      await Promise.all(open.map(async (served) => (await served).close()))
    },
  }
}
