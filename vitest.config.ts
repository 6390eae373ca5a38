import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { casementTesting } from './packages/casement/src/testing/vitest/plugin.ts'
import { CHROMIUM_ARGS, findChromium } from './scripts/browser.mjs'
import { environmentVariables, inBrowsers, patience, setupFiles } from './test/settings.ts'
import { SlowFirst } from './test/slow-first.ts'

const executablePath = findChromium()
// A file's name says where it runs: x.test.ts in Node, x.browser.ts inside Chromium, x.test-d.ts in the type checker.
export default defineConfig({
  test: {
    // A browser test mostly waits, so two fill two cores; left to itself, Vitest takes one fewer than there are.
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'test/**/*.test.ts',
            'bench/**/*.test.ts',
            'scripts/**/*.test.ts',
            'e2e/**/*.test.ts',
          ],
          environment: 'node',
          env: environmentVariables,
          setupFiles,
          ...patience,
        },
      },
      {
        ...inBrowsers,
        plugins: [casementTesting()],
        test: {
          name: 'browser',
          ...inBrowsers.test,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { ...(executablePath ? { executablePath } : {}), args: CHROMIUM_ARGS } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'attacks',
          include: ['packages/conformance/src/**/*.attacks.ts'],
          environment: 'node',
          // After everything else: it takes minutes, and both cores to itself.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'types',
          include: [],
          typecheck: { enabled: true, only: true, include: ['packages/*/src/**/*.test-d.ts'], tsconfig: './tsconfig.types.json' },
        },
      },
    ],
  },
})
