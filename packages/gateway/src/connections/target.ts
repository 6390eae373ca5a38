import { resolve } from 'node:path'
import type { ServerConfig } from '../api.ts'

/** An MCP server in this process: anything that answers the requests of Streamable HTTP, such as a handler of the official SDK. */
export interface BuiltInServer {
  fetch(request: Request): Promise<Response> | Response
}

/** The target of a connection. */
export type Target =
  | { readonly kind: 'built-in'; readonly server: BuiltInServer }
  | { readonly kind: 'http'; readonly url: URL; readonly headers: Readonly<Record<string, string>>; readonly perUser?: boolean }
  | { readonly kind: 'stdio'; readonly config: Extract<ServerConfig, { command: string }> }

/** The text to show, without possible secrets. */
export function addressOf(target: Target): string {
  if (target.kind === 'built-in') return 'in this process'
  if (target.kind === 'stdio') return [target.config.command, ...(target.config.args ?? [])].join(' ')
  return `${target.url.origin}${target.url.pathname}`
}

/**
 * The identity that decides the origin of its Views: where it is, and not what it calls itself. Two projects that start their server with
 * the same command are two apps.
 */
export function appOf(name: string, target: Target): string {
  if (target.kind === 'built-in') return `built-in:${name}`
  if (target.kind === 'stdio') return `${addressOf(target)} in ${resolve(target.config.cwd ?? '.')}`
  return addressOf(target)
}

/** Whether every user has a separate connection from the start. */
export const isPerUser = (target: Target): boolean =>
  (target.kind === 'http' && target.perUser === true) || (target.kind === 'stdio' && target.config.perUser === true)

/** Whether users can authorize their own connections: it is a remote server without configured credentials. */
export const canKnowUsers = (target: Target): boolean =>
  target.kind === 'http' && !Object.keys(target.headers).some((name) => name.toLowerCase() === 'authorization')
