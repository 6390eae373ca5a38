/** A red test should mean a fault, not a busy machine. */
export const patience = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } }

/** What runs before every test file. */
export const setupFiles = ['./test/fail-on-console.ts', './test/patience.ts']

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
