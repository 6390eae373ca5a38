import { defineConfig } from 'vitest/config'

// All attacks on both hosts; `npm test` runs some of them.
export default defineConfig({
  test: { include: ['packages/conformance/src/**/*.attacks.ts'], environment: 'node', env: { CASEMENT_ATTACKS: 'all' } },
})
