import type * as Sdk from '@modelcontextprotocol/server'
import type * as SdkStdio from '@modelcontextprotocol/server/stdio'
import { CasementError } from '../protocol/errors.ts'

/** Loads the official SDK. Only `serve` needs it, so it is an optional peer dependency. */
export async function loadSdk(): Promise<typeof Sdk> {
  return import('@modelcontextprotocol/server').catch(notInstalled)
}

/** Loads the stdio transport of the official SDK. */
export async function loadStdio(): Promise<typeof SdkStdio> {
  return import('@modelcontextprotocol/server/stdio').catch(notInstalled)
}

function notInstalled(cause: unknown): never {
  throw new CasementError('UNSUPPORTED', 'serve() runs on the official SDK: npm install @modelcontextprotocol/server', { cause })
}
