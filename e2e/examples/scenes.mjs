// What each example is shown with: in the pictures of the documentation, and in the tests.

/**
 * @typedef {object} Scene
 * @property {string} example
 * @property {readonly import('./stage.mjs').Showing[]} showings
 * @property {(opened: import('./stage.mjs').ExamplePage, frames: readonly import('playwright-core').Frame[]) => Promise<void>} [act] Until it looks as it should.
 */

/** @type {readonly Scene[]} */
export const SCENES = [
  {
    example: 'hello',
    showings: [{ tool: 'greet', input: { name: 'Ada' } }],
    act: async (_opened, [view]) => void (await view?.waitForSelector('button[aria-pressed="true"]')),
  },
  {
    example: 'dashboard',
    showings: [{ tool: 'show-metrics', input: { range: '24h' } }],
    act: async (_opened, [view]) => void (await view?.waitForSelector('#chart .line')),
  },
  {
    example: 'form',
    showings: [{ tool: 'register-for-workshop', input: { name: 'Ada Lovelace', workshop: 'Testing protocols', seats: 2 } }],
    act: async (_opened, [view]) => {
      await view?.click('button.primary')
      await view?.waitForSelector('.summary:not([hidden])')
    },
  },
]
