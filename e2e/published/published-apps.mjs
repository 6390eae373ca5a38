// The published servers with MCP Apps that `npm run studio:published` shows in the Studio, and what belongs into the frame of each.

/**
 * @typedef {object} PublishedApp
 * @property {string} version
 * @property {string} tool
 * @property {object} [input] the arguments; FOLDER stands for the folder that has `page.pdf`
 * @property {readonly string[]} [args] the arguments of the program after `--stdio`
 * @property {number} [port] for a server over HTTP: it listens on this port, and is not started over stdio
 * @property {string} [beyondPolicy] the part of the View that the strict policy blocks, so that it shows only with the lenient one
 * @property {boolean} [internet] whether it shows data of another site, which cannot be replaced here
 * @property {string} shows an expression that is true in the frame of the View when it shows what belongs there
 * @property {number} [colours] the number of colours that the picture of the frame has at least, for Views that draw
 */

const has = (/** @type {string} */ text) => `document.body.innerText.includes(${JSON.stringify(text)})`
const matches = (/** @type {RegExp} */ pattern) => `${pattern}.test(document.body.innerText)`
const time = { version: '2.0.3', tool: 'get-time', shows: matches(/\d{4}-\d\d-\d\dT\d\d:\d\d/) }

/** By the name after `@modelcontextprotocol/server-`. @type {Readonly<Record<string, PublishedApp>>} */
export const PUBLISHED_APPS = {
  'basic-preact': time,
  'basic-react': time,
  'basic-solid': time,
  'basic-svelte': time,
  'basic-vanillajs': time,
  'basic-vue': time,
  'budget-allocator': {
    version: '2.0.3',
    tool: 'get-budget-data',

    shows: has('Allocated: $100,000 / $100,000'),
  },
  'cohort-heatmap': {
    version: '2.0.3',
    tool: 'get-cohort-data',

    shows: `${has('Cohort')} && ${matches(/100\s*%?/)}`,
    colours: 20,
  },
  'customer-segmentation': { version: '2.0.3', tool: 'get-customer-data', shows: has('Enterprise'), colours: 20 },
  debug: {
    version: '2.0.3',
    tool: 'debug-tool',
    input: { contentType: 'mixed' },

    shows: has('ontoolresult:'),
  },
  'lazy-auth': { version: '2.0.3', tool: 'show_auth_button', port: 3097, shows: matches(/Auth me/i) },
  map: { version: '2.0.3', tool: 'show-map', internet: true, shows: `document.querySelector('canvas') !== null` },
  pdf: {
    version: '2.0.4',
    tool: 'display_pdf',
    input: { url: 'file://FOLDER/page.pdf' },
    args: ['FOLDER/page.pdf'],
    beyondPolicy: 'a worker from a blob',
    shows: has('Hello from a file'),
  },
  'scenario-modeler': { version: '2.0.3', tool: 'get-scenario-data', shows: has('MRR'), colours: 20 },
  // Its View checks the arguments before the server has applied their defaults, so a call without arguments shows an error.
  shadertoy: {
    version: '2.0.3',
    tool: 'render-shadertoy',
    input: { fragmentShader: 'void mainImage(out vec4 c, in vec2 p) { c = vec4(p / iResolution.xy, 0.5, 1.0); }' },

    shows: `document.querySelector('canvas') !== null`,
    colours: 500,
  },
  'sheet-music': {
    version: '2.0.3',
    tool: 'play-sheet-music',
    input: { abcNotation: 'X:1\nT:Ode to Joy\nM:4/4\nL:1/4\nK:C\nE E F G | G F E D | C C D E | E D D2 |' },

    shows: `(document.querySelector('svg')?.textContent ?? '').includes('Ode to Joy')`,
  },
  'system-monitor': { version: '2.0.3', tool: 'get-system-info', shows: `${has('CPU')} && ${matches(/\d+\s*%/)}` },
  threejs: {
    version: '2.0.3',
    tool: 'show_threejs_scene',
    input: {
      code: 'const scene = new THREE.Scene(); scene.background = new THREE.Color(0x112244); const camera = new THREE.PerspectiveCamera(75, width / height, 0.1, 100); camera.position.z = 2; const renderer = new THREE.WebGLRenderer({ canvas, antialias: true }); renderer.setSize(width, height); scene.add(new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshNormalMaterial())); scene.children[0].rotation.set(0.5, 0.6, 0); renderer.render(scene, camera)',
    },
    beyondPolicy: 'eval',
    shows: `document.querySelector('canvas') !== null`,
    colours: 3,
  },
  transcript: { version: '2.0.3', tool: 'transcribe', shows: matches(/start|record|listen/i) },
  'video-resource': {
    version: '2.0.3',
    tool: 'play_video',

    shows: `(document.querySelector('video')?.readyState ?? 0) > 1`,
  },
  'wiki-explorer': {
    version: '2.0.3',
    tool: 'get-first-degree-links',
    shows: `document.querySelector('canvas') !== null`,
    colours: 3,
  },
}

/** The npm package of a server. @param {string} name */
export const packageOf = (name) => `@modelcontextprotocol/server-${name}`
