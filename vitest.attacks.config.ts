import { defineConfig } from 'vitest/config'

// All attacks on both hosts; `npm test` runs all on the host that must hold, and some on the one that must not.
export default defineConfig({
  test: { include: ['packages/conformance/src/**/*.attacks.ts'], environment: 'node', env: { CASEMENT_ATTACKS: 'all' } },
})
