import type { GatewayEvent } from '@casement/gateway/api'
import { expect, test } from 'vitest'
import { ApiFailure } from './api-failure.ts'
import { listenToGateway } from './events.ts'
import { createGatewayApi, type GatewayApi } from './gateway-api.ts'

const apiOf = (...answers: (() => Promise<Response>)[]): GatewayApi => ({
  ...createGatewayApi(''),
  request: () => (answers.shift() ?? (() => Promise.reject(new Error('asked too often'))))(),
})

test.each([
  ['that was started again', 'NO_SECRET'],
  ['where the user is signed out', 'NOT_ADMITTED'],
])('a gateway %s is not asked for ever: the page is told that it is outdated', async (_, code) => {
  const heard: (string | boolean)[] = []
  const listener = {
    receive: ({ type }: GatewayEvent) => heard.push(type),
    connected: (isUp: boolean) => heard.push(isUp),
    outdated: () => heard.push('outdated'),
  }
  const api = apiOf(
    async () => new Response('data: {"type":"resync"}\n\n'),
    () => Promise.reject(new ApiFailure('GATEWAY_UNREACHABLE', 'gone')),
    () => Promise.reject(new ApiFailure(code, 'old')),
  )
  await listenToGateway(api, listener, new AbortController().signal)
  expect(heard).toEqual([true, 'resync', false, false, 'outdated'])
})
