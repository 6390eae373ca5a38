import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { LOCAL_USER } from './security/principal.ts'
import { createGateway } from './gateway.ts'
import { createToolServer } from './test-support/tool-server.ts'
import { LOCAL, SHARED, WITH_TOKEN, type Scene } from './test-support/attacks/attack.ts'
import { localProcessAttacks } from './test-support/attacks/local-processes.ts'
import { linkAttacks } from './test-support/attacks/links.ts'
import { malformedAttacks } from './test-support/attacks/malformed.ts'
import { oauthAttacks } from './test-support/attacks/oauth-callbacks.ts'
import { tokenAttacks } from './test-support/attacks/token-sessions.ts'
import { userAttacks } from './test-support/attacks/users.ts'
import { viewHostOf, viewOriginAttacks } from './test-support/attacks/view-origins.ts'

let scene: Omit<Scene, 'trace'>
beforeAll(async () => {
  const builtIn = { tools: createToolServer() }
  const [local, shared, token] = await Promise.all([
    createGateway({ ...LOCAL, builtIn }),
    createGateway({ ...SHARED, builtIn }),
    createGateway({ ...WITH_TOKEN, builtIn }),
  ])
  await Promise.all([local.ready, shared.ready, token.ready])
  await local.store.as(LOCAL_USER).createConversation('c', 'A conversation')
  scene = { local, shared, token, viewHost: viewHostOf('built-in:tools', local.port) }
})
afterAll(() => Promise.all([scene.local.close(), scene.shared.close(), scene.token.close()]))

describe.each([
  ['responses at the origins of Views', viewOriginAttacks],
  ['users', userAttacks],
  ['other processes of the machine', localProcessAttacks],
  ['links to calls', linkAttacks],
  ['tokens and sessions', tokenAttacks],
  ['authorizations', oauthAttacks],
  ['malformed requests', malformedAttacks],
])('attacks: %s', (_, attacks) => {
  test.each(attacks)('$id: $title', async (attack) => {
    expect(await attack.attempt({ ...scene, trace: join(temporaryFolder(), 'trace') })).toBeUndefined()
  })
})
