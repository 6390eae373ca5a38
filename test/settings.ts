/** A red test should mean a fault, not a busy machine. */
export const patience = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } }

/** True in `npm run test:all`. Otherwise a representative part of the slowest tests runs. */
export const isComplete = process.env['CASEMENT_TESTS'] === 'all'

/** Files that run before every test file. */
export const setupFiles = ['./test/fail-on-console.ts', './test/patience.ts']

/**
 * The environment of every test in Node. A Studio that is started without `--data-dir` fails on Linux, rather than leave its
 * conversations with those of the user: nothing can be created in there.
 */
export const environmentVariables = { XDG_DATA_HOME: '/dev/null/a test must pass --data-dir' }

/** The tests that run inside a browser, whichever it is. */
export const inBrowsers = {
  // Named, so that Vite does not find them while a test runs and load the page again.
  optimizeDeps: {
    include: [
      '@base-ui/react/tooltip',
      '@tanstack/react-virtual',
      'react',
      'react-dom/client',
      'solid-js',
      'svelte/store',
      'vue',
    ],
  },
  test: { include: ['packages/*/src/**/*.browser.ts'], setupFiles, ...patience },
}
