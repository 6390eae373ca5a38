// Views that hang, stay blank or cannot be used, written from the specification and public reports, before their author had read
// the checks. Each has one root cause. `names` judges: one finding has to match all of them.
import { app, HANDSHAKE, page, resource, START, tool } from '../app-parts.mjs'
import { officialScript } from '../official-script.mjs'

/** @param {Parameters<typeof page>[0]} parts @param {Parameters<typeof resource>[1]} [content] @param {Partial<import('../app-parts.mjs').CaseApp>} [more] */
const withPage = (parts, content, more) => app({ resources: [resource(page(parts), content)], ...more })

/** A handshake whose reaction to the result is replaced. @param {string} reaction */
const onResult = (reaction) =>
  HANDSHAKE.replace(`if (data.method === 'ui/notifications/tool-result') show(dataOf(data.params))`, reaction) + START

/** @param {string} label */
const button = (label) => `<output>Waiting</output><button type="button">${label}</button>`
/** @param {string} action */
const onClick = (action) => `${HANDSHAKE}${START}
document.querySelector('button').addEventListener('click', async () => {
  ${action}
})`

/** @type {import('../unseen-sets.mjs').UnseenCase[]} */
export const broken = [
  {
    name: 'u2-origin-check',
    report: 'openai/openai-apps-sdk-examples (event.origin)',
    cause: 'The listener ignores every message that is not from https://chatgpt.com.',
    names: [/origin/i, /chatgpt\.com/],
    app: () =>
      withPage({
        script: (HANDSHAKE + START).replace(
          '({ source, data }) => {',
          `({ source, data, origin }) => {
  if (origin !== 'https://chatgpt.com') return`,
        ),
      }),
  },
  {
    name: 'u2-target-origin',
    report: 'MDN, postMessage: targetOrigin',
    cause: 'The View posts its messages to the target origin https://claude.ai, so every other host never gets them.',
    names: [/target ?origin|postMessage/i, /claude\.ai/],
    app: () => withPage({ script: (HANDSHAKE + START).replace(`...message }, '*')`, `...message }, 'https://claude.ai')`) }),
  },
  {
    name: 'u2-top-window',
    report: 'Boise-State-Development/agentcore-public-stack#352',
    cause: 'The View posts to `window.top`; its host is `window.parent`, because hosts put a sandbox between.',
    names: [/window\.top|\btop\.postMessage/, /parent/],
    app: () => withPage({ script: (HANDSHAKE + START).replace('parent.postMessage', 'window.top.postMessage') }),
  },
  {
    name: 'u2-string-messages',
    report: 'specification, transport: JSON-RPC over postMessage',
    cause: 'The View posts JSON as text; hosts expect objects.',
    names: [/string|text|stringify/i, /object/i, /postMessage|message/i],
    app: () =>
      withPage({
        script: (HANDSHAKE + START).replace(
          `parent.postMessage({ jsonrpc: '2.0', ...message }, '*')`,
          `parent.postMessage(JSON.stringify({ jsonrpc: '2.0', ...message }), '*')`,
        ),
      }),
  },
  {
    name: 'u2-undefined-fields',
    report: 'openai/openai-apps-sdk-examples#179',
    cause: 'The server wraps its data in `result`; the View reads `city` at the top and shows "undefined".',
    names: [/undefined/],
    app: () =>
      withPage({}, undefined, {
        call: () => ({
          content: [{ type: 'text', text: 'Rome, 21 °C' }],
          structuredContent: { result: { city: 'Rome', celsius: 21 } },
        }),
      }),
  },
  {
    name: 'u2-no-structured',
    report: 'apify/apify-mcp-server#1187',
    cause: 'The View reads `structuredContent`, which the result does not have; the data is in `content`.',
    names: [/structuredContent/],
    app: async () =>
      withPage(
        {
          body: '<output></output>',
          script: await officialScript(`
import { App } from '@modelcontextprotocol/ext-apps'
const app = new App({ name: 'weather', version: '1.0.0' }, {})
app.ontoolresult = ({ structuredContent }) => {
  document.querySelector('output').textContent = structuredContent.city + ': ' + structuredContent.celsius
}
app.connect()`),
        },
        undefined,
        { call: () => ({ content: [{ type: 'text', text: '{"city":"Rome","celsius":21}' }] }) },
      ),
  },
  {
    name: 'u2-meta-only',
    report: 'modelcontextprotocol/ext-apps#696',
    cause: 'The View draws only what is in `_meta` of the result, which some hosts strip.',
    names: [/_meta/, /strip|drop|remove|without/i],
    app: () =>
      withPage(
        {
          script: onResult(
            `if (data.method === 'ui/notifications/tool-result') { if (data.params._meta?.weather) show(data.params._meta.weather) }`,
          ),
        },
        undefined,
        {
          call: () => ({
            content: [{ type: 'text', text: 'The weather is on the screen.' }],
            _meta: { weather: { city: 'Rome', celsius: 21 } },
          }),
        },
      ),
  },
  {
    name: 'u2-image-in-connect',
    report: 'nteract/nteract#1631',
    cause: 'The tiles come from https://tiles.example.org, which is in `connectDomains`; images need `resourceDomains`.',
    names: [/resourceDomains/, /tiles\.example\.org/],
    app: () =>
      withPage(
        { body: '<output>Waiting</output><img alt="Map" src="https://tiles.example.org/1/1/1.png" width="64" height="64">' },
        { _meta: { ui: { csp: { connectDomains: ['https://tiles.example.org'] } } } },
      ),
  },
  {
    name: 'u2-fetch-in-resource',
    report: 'nteract/nteract#1632',
    cause: 'The View fetches from https://api.example.org, which is in `resourceDomains`; requests need `connectDomains`.',
    names: [/connectDomains/, /api\.example\.org/],
    app: () =>
      withPage(
        {
          script: onResult(`if (data.method === 'ui/notifications/tool-result')
    fetch('https://api.example.org/now').then((r) => r.json()).then(show).catch(() => show(undefined))`),
        },
        { _meta: { ui: { csp: { resourceDomains: ['https://api.example.org'] } } } },
      ),
  },
  {
    name: 'u2-cdn-import',
    report: 'atlassian/atlassian-mcp-server#235',
    cause: 'The View is a module from https://esm.example.org, which no policy allows.',
    names: [/esm\.example\.org/, /resourceDomains/],
    app: () =>
      app({
        resources: [
          resource(
            '<!doctype html><html lang="en"><head><title>Weather</title><script type="module" src="https://esm.example.org/weather-widget.js"></script></head><body><div id="root"></div></body></html>',
          ),
        ],
      }),
  },
  {
    name: 'u2-build-assets',
    report: 'mcp-use/mcp-use#1553',
    cause: 'The document is the index.html of a build; its script is at /assets/index-4f2a.js, which no host serves.',
    names: [/\/assets\/index-4f2a\.js/],
    app: () =>
      app({
        resources: [
          resource(
            '<!doctype html><html lang="en"><head><title>Weather</title><script type="module" crossorigin src="/assets/index-4f2a.js"></script></head><body><div id="root"></div></body></html>',
          ),
        ],
      }),
  },
  {
    name: 'u2-grows',
    report: 'aaif-goose/goose#6818',
    cause: 'The height is 100vh plus a header, and the View reports it: every report makes the frame taller.',
    names: [/100vh|viewport|grow/i],
    app: async () =>
      withPage({
        style: '.full { min-height: 100vh } header { height: 48px }',
        body: '<header>Weather</header><div class="full"><output>Waiting</output></div>',
        script: await officialScript(`
import { App } from '@modelcontextprotocol/ext-apps'
const app = new App({ name: 'weather', version: '1.0.0' }, {})
app.ontoolresult = ({ structuredContent }) => { document.querySelector('output').textContent = structuredContent.city }
app.ontoolcancelled = () => {}
app.onteardown = async () => ({})
app.connect()`),
      }),
  },
  {
    name: 'u2-height-zero',
    report: 'MCP-UI-Org/mcp-ui#53',
    cause: 'Everything is positioned absolutely, so the body has no height and the View reports 0.',
    names: [/height|size/i, /\b0\b|zero|collapse/i],
    app: () => withPage({ style: 'body { padding: 0 } main { position: absolute; top: 8px; left: 8px }' }),
  },
  {
    name: 'u2-white-text',
    report: 'anthropics/claude-ai-mcp (dark mode only)',
    cause: 'The text is white and nothing sets a background: on a light host nothing can be read.',
    names: [/contrast|colou?r|background|unreadable|legible/i],
    app: () => withPage({ style: ':root { color-scheme: only light } body { color: #fff; background: transparent }' }),
  },
  {
    name: 'u2-visibility-refused',
    report: 'specification, visibility',
    cause: 'A button calls `history`, whose visibility is `["model"]`; hosts refuse calls of Views to it.',
    names: [/history/, /visibility/],
    app: () =>
      withPage(
        {
          body: button('History'),
          script: onClick(`request('tools/call', { name: 'history', arguments: {} }).then((r) => show(dataOf(r)), () => {})`),
        },
        undefined,
        {
          tools: [
            tool(),
            {
              name: 'history',
              description: 'Reads earlier weather.',
              inputSchema: { type: 'object', properties: {} },
              annotations: { readOnlyHint: true },
              _meta: { ui: { visibility: ['model'] } },
            },
          ],
        },
      ),
  },
]
