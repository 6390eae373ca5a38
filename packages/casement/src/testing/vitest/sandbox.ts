import { commands } from 'vitest/browser'
import type { SandboxProvider } from '../../host/frame/sandbox-provider.ts'
import { CasementError } from '../../protocol/errors.ts'
import type { MintRequest, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import type { Step } from './view-commands.ts'
import { viewLocator, type ViewLocator } from './view-locator.ts'

declare module 'vitest/browser' {
  /** The commands of the plugin. They are missing if the plugin is not in the configuration. */
  interface BrowserCommands {
    casementMint?: (request: MintRequest) => Promise<SandboxTicket>
    casementView?: (id: string, steps: readonly Step[]) => Promise<unknown>
  }
}

/** The sandbox that the plugin serves. */
export function pluginSandbox(): SandboxProvider {
  const { casementMint: mint } = commands
  if (!mint)
    throw new CasementError(
      'INVALID_ARGUMENT',
      "The sandbox is not served: add casementTesting() of 'casement/testing/vitest/plugin' to the plugins of this Vitest project",
    )
  return { open: (resource) => mint({ ...resource, hostOrigin: location.origin }) }
}

/** Locates elements in the View of a container. */
export const viewIn = (id: string): ViewLocator => viewLocator(async (steps) => commands.casementView?.(id, steps))
