// Views that did not show or did not work, rebuilt from public reports by someone who had read neither the checks nor their
// catalogue. Everything but the one thing is right.
import { app, HANDSHAKE, page, resource, START, tool } from './app-parts.mjs'

/** @param {Parameters<typeof page>[0]} parts @param {Parameters<typeof resource>[1]} [content] */
const withPage = (parts, content) => app({ resources: [resource(page(parts), content)] })

const HOURS = Array.from({ length: 24 }, (_, hour) => `<tr><th>${hour}:00<td>${12 + (hour % 9)} °C`).join('\n')

const ASK_FOR_NOW = `if (data.method === 'ui/notifications/tool-result')
    request('tools/call', { name: 'weather-now', arguments: {} }).then(
      (result) => show(dataOf(result)),
      () => { document.querySelector('output').textContent = 'The weather could not be loaded.' },
    )`

/** @type {import('./app-parts.mjs').ReportedCase[]} */
export const broken = [
  {
    name: 'never-initialized',
    title: 'The View never says that it is ready',
    symptom: 'The frame shows its placeholder for good, though the tool has answered.',
    report: 'qdonnars/ohmywind#78',
    cause: 'After the answer to `ui/initialize` the View does not send `ui/notifications/initialized`, so no host gives it data.',
    answer: '`ui/notifications/initialized` is missing after the handshake',
    seen: 'Mounted: the placeholder stays, the host is not ready, and no tool result is on the wire.',
    codes: ['view-not-initialized'],
    app: () => withPage({ script: HANDSHAKE + START.replace(/\.then\(\(\) => send\([^]*?\}\), /, '.then(() => {}, ') }),
  },
  {
    name: 'host-global-only',
    title: 'The View knows `window.openai` and nothing else',
    symptom: 'It works in one chat product; in all others the frame stays empty.',
    report: 'modelcontextprotocol/ext-apps#563',
    cause: 'Data and calls are taken from `window.openai`, which only one host has; the MCP Apps protocol is not spoken.',
    answer: '`window.openai` is the only thing the View speaks to',
    seen: 'Mounted: `window.openai` is undefined, and not one message comes from the View.',
    codes: ['script-openai-only'],
    app: () =>
      withPage({
        script: `
const render = () => {
  const data = window.openai?.toolOutput
  document.querySelector('output').textContent = data ? data.city + ': ' + data.celsius + ' °C' : ''
}
addEventListener('openai:set_globals', render)
render()`,
      }),
  },
  {
    name: 'fetch-undeclared',
    title: 'What the View loads may be shown, but not fetched',
    symptom: 'The frame is there and says that it is loading, for good.',
    report: 'nteract/nteract#1632',
    cause: 'The origin of the data is in `resourceDomains` only; `fetch` needs it in `connectDomains`.',
    answer: 'the fetched origin is missing in `connectDomains`',
    seen: 'Mounted: the policy refuses the request (`connect-src`), and the placeholder stays.',
    codes: ['view-blocked', 'script-connect-blocked'],
    app: () => {
      const origin = 'https://data.weather.example'
      return app({
        call: () => {
          const data = { href: `${origin}/rome.json` }
          return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data }
        },
        resources: [
          resource(
            page({
              script:
                HANDSHAKE.replace(
                  'show(dataOf(data.params))',
                  'fetch(dataOf(data.params).href).then((response) => response.json()).then(show)',
                ) + START,
            }),
            { _meta: { ui: { csp: { resourceDomains: [origin] } } } },
          ),
        ],
      })
    },
  },
  {
    name: 'size-never-said',
    title: 'The View never says how high it is',
    symptom: 'Only the top of the card is visible; the rest has to be scrolled to inside a small frame.',
    report: 'akutishevsky/nutrition-mcp#37',
    cause: 'The View is higher than the frame that hosts start with, and sends no `ui/notifications/size-changed`.',
    answer: '`ui/notifications/size-changed` is never sent',
    seen: 'Mounted: no such message on the wire, and the document is higher than its frame.',
    codes: ['look-size-unreported'],
    app: () =>
      withPage({
        body: `<output>Waiting</output><table><caption>Today</caption>\n${HOURS}</table>`,
        style: 'td, th { padding: 12px }',
        script: HANDSHAKE.replace(/\n {2}send\({ method: 'ui\/notifications\/size-changed'.*/, '') + START,
      }),
  },
  {
    name: 'form-never-submits',
    title: 'A button that submits a form',
    symptom: 'Pressing the button does nothing at all.',
    report: 'aaif-goose/goose#4117',
    cause: 'The sandbox does not allow forms (`allow-forms`), so a `submit` event never comes and its handler never runs.',
    answer: 'the View relies on a form being submitted, which the sandbox does not let happen',
    seen: 'In a frame with `sandbox="allow-scripts"`, pressed: no `tools/call`; the console says that the submission was blocked.',
    codes: [],
    app: () =>
      withPage({
        body: '<output>Waiting</output><form><label>City <input name="city" value="Oslo"></label> <button>Show</button></form>',
        script: `${HANDSHAKE}${START}
document.querySelector('form').onsubmit = (event) => {
  event.preventDefault()
  const city = new FormData(event.target).get('city')
  request('tools/call', { name: 'weather', arguments: { city } }).then((result) => show(dataOf(result)))
}`,
      }),
  },
  {
    name: 'new-tab',
    title: 'A link for a new tab',
    symptom: 'Clicking the link does nothing.',
    report: 'github/github-mcp-server#2593',
    cause:
      'The link wants a new tab (`target="_blank"`), which the sandbox does not allow; the host was to be asked with `ui/open-link`.',
    answer: '`target="_blank"` is blocked; `ui/open-link` is the way',
    seen: 'Mounted and clicked: no new page opens, and no `ui/open-link` on the wire.',
    codes: ['html-link-blocked'],
    app: () =>
      withPage({
        body: '<output>Waiting</output><p><a href="https://weather.example/rome" target="_blank" rel="noopener">Details</a></p>',
      }),
  },
  {
    name: 'router-first',
    title: 'A router that writes the address first',
    symptom: 'The frame stays at its placeholder; the same page works in a tab of its own.',
    report: 'IBM/mcp-context-forge#2786',
    cause: '`history.replaceState` with a path throws in a sandboxed document without an origin, and the script ends there.',
    answer: '`history.replaceState` throws in the sandbox',
    seen: 'In a `srcdoc` frame with `sandbox="allow-scripts"`: `replaceState` throws, and not one message comes from the View.',
    codes: ['script-history-unguarded'],
    app: () => withPage({ script: `history.replaceState({ view: 'city' }, '', '/city/rome')\n${HANDSHAKE}${START}` }),
  },
  {
    name: 'origin-demanded',
    title: 'The View wants its host to have an https origin',
    symptom: 'The View reports that it could not be initialised, or waits for good, in hosts with an opaque sandbox.',
    report: 'ScriptedAlchemy/agent-bundle#731',
    cause: 'Messages are judged by `event.origin`, and "null" and http are refused; the sender is to be told by `event.source`.',
    answer: 'the View drops the messages of its host because of their `event.origin`',
    seen: 'Mounted: `ui/initialize` is answered, and the View does not go on.',
    codes: ['script-origin-demanded'],
    app: () =>
      withPage({
        script:
          HANDSHAKE.replace(
            '({ source, data }) => {',
            "({ source, data, origin }) => {\n  if (!origin.startsWith('https://')) return",
          ) + START,
      }),
  },
  {
    name: 'script-end-inside',
    title: 'The bundle has the end of a script in a string',
    symptom: 'A wall of source code is shown instead of the card.',
    report: 'actionhero/keryx#516',
    cause: 'The inlined script contains `</script>` in a string, where the HTML parser ends it; the rest is text of the page.',
    answer: 'an unescaped `</script>` inside the inlined script',
    seen: 'Mounted: SyntaxError, source code as visible text, and not one message comes from the View.',
    codes: ['html-script-cut'],
    app: () =>
      withPage({
        script: `const holder = document.createElement('div')\nholder.innerHTML = '<script></script>'\n${HANDSHAKE}${START}`,
      }),
  },
  {
    name: 'assets-beside',
    title: 'The page of a build, without what lay beside it',
    symptom: 'The frame is white.',
    report: 'PrefectHQ/prefab#27',
    cause: 'Script and style are addressed by a path of the web server that the build was made for; a View has no such server.',
    answer: 'script and style have relative addresses, which lead nowhere in a View',
    seen: 'Mounted: the script does not load, nothing is shown, and not one message comes from the View.',
    codes: ['html-relative-url'],
    app: () =>
      withPage({
        head: '<script type="module" crossorigin src="/assets/index-B7d1kQ2x.js"></script>\n<link rel="stylesheet" crossorigin href="/assets/index-C0ffee12.css">',
        body: '<div id="root"></div>',
        script: '',
      }),
  },
  {
    name: 'dark-on-dark',
    title: 'Dark letters and no ground of their own',
    symptom: 'In a dark chat the text of the card cannot be read.',
    report: 'uvwt/agentdock#74',
    cause: 'The colour of the text is fixed and dark, and the background is left to the host, whatever its theme.',
    answer: 'text without enough contrast in the dark theme',
    seen: 'Mounted with a dark theme: text of rgb(36, 41, 47) over a transparent page.',
    codes: ['look-dark-unreadable'],
    app: () => withPage({ style: 'body { color: #24292f; background: transparent }' }),
  },
  {
    name: 'app-tool-hidden',
    title: 'The tool for the View cannot be called',
    symptom: 'The card says that the weather could not be loaded.',
    report: 'epam/statgpt-backend#520',
    cause:
      'The tool with `visibility: ["app"]` is neither listed nor known to `tools/call`: the server itself hides what the host was to hide from the model.',
    answer: 'the View calls a tool that the server does not list',
    seen: 'Mounted: `tools/call` for `weather-now` is answered with an error, and the card says so.',
    codes: ['wire-tool-unlisted'],
    app: () => {
      const works = app()
      return app({
        tools: [tool()],
        call: (params) => {
          if (params['name'] !== 'weather') throw new Error(`Unknown tool: ${params['name']}`)
          return works.call(params)
        },
        resources: [
          resource(
            page({
              script: HANDSHAKE.replace(/if \(data\.method === 'ui\/notifications\/tool-result'\) show.*/, ASK_FOR_NOW) + START,
            }),
          ),
        ],
      })
    },
  },
]
