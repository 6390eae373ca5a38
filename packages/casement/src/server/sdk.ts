import type * as Sdk from '@modelcontextprotocol/server'
import type * as SdkStdio from '@modelcontextprotocol/server/stdio'
import { CasementError } from '../protocol/errors.ts'

/** The official SDK, which only `serve` needs: it is loaded when a server starts, so nobody else has to install it. */
export async function loadSdk(): Promise<typeof Sdk> {
  return import('@modelcontextprotocol/server').catch(notInstalled)
}

/** Its stdio part. */
export async function loadStdio(): Promise<typeof SdkStdio> {
  return import('@modelcontextprotocol/server/stdio').catch(notInstalled)
}

function notInstalled(cause: unknown): never {
  throw new CasementError('UNSUPPORTED', 'serve() runs on the official SDK: npm install @modelcontextprotocol/server', { cause })
}
