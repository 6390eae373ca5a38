import { defineConfig } from 'vitest/config'

// Apart from the tests: it takes minutes, and both cores to itself.
export default defineConfig({ test: { include: ['packages/conformance/src/**/*.attacks.ts'], environment: 'node' } })
