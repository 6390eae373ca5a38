import { expect, test } from 'vitest'
import { negotiateVersion } from './version.ts'

// 4.32: a version alone never ends a handshake.
test.each([
  ['2026-01-26', { protocolVersion: '2026-01-26', asked: 'supported' }],
  ['2025-11-21', { protocolVersion: '2026-01-26', asked: 'old' }],
  ['2025-06-18', { protocolVersion: '2026-01-26', asked: 'old' }],
  ['2099-01-01', { protocolVersion: '2026-01-26', asked: 'unknown' }],
  ['', { protocolVersion: '2026-01-26', asked: 'unknown' }],
  [undefined, { protocolVersion: '2026-01-26', asked: 'unknown' }],
  [['2026-01-26'], { protocolVersion: '2026-01-26', asked: 'unknown' }],
])('asked for %j', (requested, answer) => {
  expect(negotiateVersion(requested)).toEqual(answer)
})
