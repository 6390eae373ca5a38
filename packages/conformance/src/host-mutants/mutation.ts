import type { Client } from '@modelcontextprotocol/client'
import type { AppBridge, MountOptions } from 'casement/host'
import type { HostDriver } from '../host-target/driver.ts'

/** The context of a mutation besides the message. */
export interface MutantContext {
  /** The element of the View in the page. */
  readonly element: () => HTMLElement
  /** A connection to another server. */
  readonly neighbour: Client
}

/** One way in which our host is broken on purpose. Each member replaces a part of the host page. */
export interface Mutation {
  /** The capabilities of the MCP client. */
  readonly capabilities?: object
  /** Changes the MCP client before it is used. */
  readonly change?: (client: Client) => void
  readonly options?: (options: MountOptions) => MountOptions
  readonly prepare?: (bridge: AppBridge, context: MutantContext) => void
  /** The View runs behind a proxy with this flaw. */
  readonly flaw?: string
  /** Changes the page before anything is mounted. */
  readonly page?: () => void
  readonly driver?: (driver: HostDriver) => HostDriver
}
