import { expect, test } from 'vitest'
import { createPeer } from './peer.ts'
test('x', () => expect(createPeer).toBeTypeOf('function'))
