import type { ServerEntry } from '@casement/gateway/api'
import { expect, test } from 'vitest'
import { labelServer } from './server-label.ts'

const ready = (name: string, serverInfo: { name: string; title?: string }): ServerEntry => ({
  name,
  kind: 'http',
  address: `http://127.0.0.1/${name}`,
  app: name,
  state: { status: 'ready', protocolVersion: '', serverInfo: { version: '1', ...serverInfo }, capabilities: {} },
  output: [],
})

test('a server is called what it calls itself, and servers of one name are told apart', () => {
  const entries = [
    ready('a', { name: 'weather', title: 'Weather' }),
    ready('b', { name: 'trains' }),
    ready('localhost-1', { name: 'map' }),
    ready('localhost-2', { name: 'map' }),
  ]
  expect(['a', 'b', 'localhost-1', 'localhost-2', 'gone'].map((name) => labelServer(name, entries).title)).toEqual([
    'Weather',
    'trains',
    'map (localhost-1)',
    'map (localhost-2)',
    'gone',
  ])
})
