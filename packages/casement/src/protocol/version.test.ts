import { expect, test } from 'vitest'
import { negotiateVersion } from './version.ts'

// a version never fails the handshake.
test.each([
  ['2026-01-26', { protocolVersion: '2026-01-26', requested: 'supported' }],
  ['2025-11-21', { protocolVersion: '2026-01-26', requested: 'old' }],
  ['2025-06-18', { protocolVersion: '2026-01-26', requested: 'old' }],
  ['2099-01-01', { protocolVersion: '2026-01-26', requested: 'unknown' }],
  ['', { protocolVersion: '2026-01-26', requested: 'unknown' }],
  [undefined, { protocolVersion: '2026-01-26', requested: 'unknown' }],
  [['2026-01-26'], { protocolVersion: '2026-01-26', requested: 'unknown' }],
])('requested version %j', (requested, expected) => {
  expect(negotiateVersion(requested)).toEqual(expected)
})
