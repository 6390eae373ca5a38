import { expect, test } from 'vitest'
import { negotiateVersion } from './version.ts'

// a version never fails the handshake.
test.each(['2026-01-26', '2025-11-21', '2025-06-18', '2099-01-01', '', undefined, ['2026-01-26']])(
  'requested version %j',
  (requested) => {
    expect(negotiateVersion(requested)).toBe('2026-01-26')
  },
)
