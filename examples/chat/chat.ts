import { fileURLToPath } from 'node:url'
import { createGateway, route } from '@casement/gateway'
import { z } from 'zod'
import { CLIENT, startIdentityProvider } from '../../packages/gateway/src/test-support/identity-provider.ts'
import { replyTo } from './reply.ts'

/** The users of the test provider. */
export const USERS = { ada: { name: 'Ada Lovelace' }, grace: { name: 'Grace Hopper' } } as const

/** A chat that runs. */
export interface Chat {
  readonly url: string
  close(): Promise<void>
}

/** Starts the test provider, and the gateway whose users sign in there. Conversations are in `dataDir`, or in memory without one. */
export async function startChat({
  port,
  dataDir,
}: {
  readonly port: number
  readonly dataDir?: string | undefined
}): Promise<Chat> {
  const url = `http://casement.localhost:${port}`
  const provider = await startIdentityProvider({ client: url, users: USERS })
  const gateway = await createGateway({
    port,
    dataDir,
    pages: fileURLToPath(new URL('page', import.meta.url)),
    auth: { type: 'oidc', issuer: provider.issuer, ...CLIENT, providerName: 'the test provider' },
    servers: {
      'packing-list': {
        command: process.execPath,
        args: [fileURLToPath(new URL('packing-list/server.js', import.meta.url))],
      },
    },
    routes: [
      route({
        method: 'POST',
        path: '/api/reply',
        access: 'member',
        body: z.object({ text: z.string().max(2000) }),
        handle: ({ context, body }) => context.json(replyTo(body.text)),
      }),
    ],
  })
  const close = async (): Promise<void> => {
    await gateway.close()
    provider.close()
  }
  if (gateway.url !== url) {
    await close()
    throw new Error(`Port ${port} is in use. Choose another one with --port; the test provider has to know it in advance.`)
  }
  await gateway.ready
  return { url, close }
}
