// The input of each example, for the pictures of the documentation and for the tests.

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
    act: async (_opened, [view]) => void (await view?.waitForSelector('h1:text("Hello, Ada!")')),
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
  {
    example: 'drawing',
    showings: [{ tool: 'open-canvas', input: { title: 'A house by the sea' } }],
    act: async ({ page }, [view]) => {
      const shapes = [
        { kind: 'box', x: 0, y: 270, w: 600, h: 90, color: 'blue', filled: true },
        { kind: 'circle', x: 500, y: 80, radius: 38, color: 'orange', filled: true },
        { kind: 'box', x: 150, y: 170, w: 150, h: 100, color: 'red', filled: true },
        { kind: 'line', points: [135, 172, 225, 105, 315, 172], color: 'violet', width: 10 },
        { kind: 'box', x: 205, y: 215, w: 36, h: 55, color: 'ink', filled: true },
        { kind: 'line', points: [380, 300, 400, 290, 420, 300, 440, 290, 460, 300], color: 'green', width: 4 },
        { kind: 'text', x: 340, y: 210, text: 'hello, sea', color: 'ink' },
      ]
      await page.evaluate(`mounted[0].bridge.appTools.list().then((tools) =>
        mounted[0].bridge.appTools.call(tools.find(({ ownName }) => ownName === 'draw').name, { shapes: ${JSON.stringify(shapes)} }))`)
      await view?.waitForSelector('canvas[aria-label="A drawing with 7 shapes"]')
    },
  },
  {
    example: 'editor',
    showings: [
      {
        tool: 'write-document',
        pieces: [
          '{"title":"Field notes on sandboxes","text":"## What a sandbox is for\\n\\nA View is **somebody else\\u0027s page**. It may be wonderful, and it may be anything.\\n\\n- It gets an origin of its own\\n- It asks for what it needs\\n- It can be taken away at any time\\n\\n> Trust is what is left when nothing',
        ],
      },
    ],
    act: async (_opened, [view]) => void (await view?.waitForSelector('article blockquote')),
  },
  {
    example: 'files',
    showings: [
      {
        tool: 'show-table',
        input: {
          name: 'Moons',
          columns: ['Moon', 'Planet', 'Radius in km', 'Found by'],
          rows: [
            ['Ganymede', 'Jupiter', '2634', 'Galileo Galilei'],
            ['Titan', 'Saturn', '2575', 'Christiaan Huygens'],
            ['Callisto', 'Jupiter', '2410', 'Galileo Galilei'],
            ['Io', 'Jupiter', '1822', 'Galileo Galilei'],
            ['Moon', 'Earth', '1737', 'everybody'],
            ['Triton', 'Neptune', '1353', 'William Lassell'],
          ],
        },
      },
    ],
    act: async (_opened, [view]) => {
      await view?.click('th:nth-child(2) button')
      await view?.waitForSelector('th[aria-sort="ascending"]')
    },
  },
  {
    example: 'multi-view',
    showings: [{ tool: 'show-list' }, { tool: 'show-total' }],
    act: async (_opened, [list, total]) => {
      await list?.click('text=Tomatoes')
      await total?.waitForSelector('text=2 of 4 bought')
    },
  },
  {
    example: 'legacy',
    showings: [
      {
        tool: 'start-poll',
        input: { question: 'Where do we have lunch?', answers: ['Under the tree', 'At the harbour', 'At my desk'] },
      },
    ],
    act: async (_opened, [view]) => {
      for (const answer of ['harbour', 'tree', 'harbour']) {
        await view?.click(`button:has-text("${answer}")`)
        await view?.waitForSelector(`#said:has-text("${answer}")`)
      }
    },
  },
]
