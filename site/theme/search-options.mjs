// Guides rank above reference pages. Names are found through the headings.
/** @type {readonly (readonly [pages: RegExp, weight: number])[]} */
const WEIGHTS = [
  [/^(api-|benchmarks|dependencies|licences)/, 0.2],
  [/^(architecture|conformance|doctor-catalogue|methods|requirements|threats)/, 0.5],
]

/** The options for building and reading the index, which must be the same. */
export const SEARCH_OPTIONS = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['heading', 'page', 'shown'],
  // `ui/open-link` and `app.callServerTool` are found by their parts and as a whole.
  tokenize: (/** @type {string} */ text) => text.split(/[\s,;:()[\]{}"'`<>|=]+|(?<=\w)[./](?=\w)|\.(?=\s|$)/u).filter(Boolean),
  searchOptions: {
    boostDocument: (/** @type {unknown} */ id) => WEIGHTS.find(([pages]) => pages.test(String(id)))?.[1] ?? 1,
    boost: { heading: 4, page: 2 },
    prefix: true,
    fuzzy: (/** @type {string} */ term) => (term.length > 4 ? 0.2 : false),
    combineWith: /** @type {const} */ ('AND'),
  },
}
