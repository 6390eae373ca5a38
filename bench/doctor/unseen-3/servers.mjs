// Servers of public reports, each rebuilt from the one it names, committed before the doctor was run on them. Each has one root cause.
// `names` judges: one finding has to match all of them.
import { app, page, resource, tool, URI } from '../app-parts.mjs'

/** @type {import('../unseen-sets.mjs').UnseenCase[]} */
export const broken = [
  {
    name: 'u3-output-union',
    report: 'anthropics/claude-ai-mcp#485',
    cause: 'The `outputSchema` is an `anyOf` at its root, which stalls hosts.',
    names: [/outputSchema/, /anyOf|type.{0,10}object/i],
    app: () =>
      app({
        tools: [
          tool({ outputSchema: { anyOf: [{ type: 'object', properties: { city: { type: 'string' } } }, { type: 'null' }] } }),
        ],
      }),
  },
  {
    name: 'u3-csp-only-listed',
    report: 'anthropics/claude-agent-sdk-typescript#390',
    cause: 'The CSP is only in `resources/list`; hosts read it from the content item of `resources/read`.',
    names: [/csp/i, /resources\/list|listing|listed/i],
    app: () => {
      const html = page({
        body: '<output>Waiting</output><img alt="Sun" src="https://img.example.org/sun.png" width="32" height="32">',
      })
      const listed = resource(html, { _meta: { ui: { csp: { resourceDomains: ['https://img.example.org'] } } } })
      return app({
        resources: [{ ...listed, contents: listed.contents.map((item) => Object.assign({}, item, { _meta: undefined })) }],
      })
    },
  },
  {
    name: 'u3-uri-query',
    report: 'QwenLM/qwen-code#11960',
    cause: 'The tool names the View with a cache-busting query, which the server does not know.',
    names: [/\?v=3/, /ui:\/\/weather\/view\.html(?!\?)/],
    app: () => app({ tools: [tool({ _meta: { ui: { resourceUri: `${URI}?v=3` }, 'ui/resourceUri': `${URI}?v=3` } })] }),
  },
  {
    name: 'u3-json-document',
    report: 'microsoft/vscode#320093',
    cause: 'The document is a JSON string of the HTML: it begins with a quote, and every quote in it is escaped.',
    names: [/JSON|escaped|encoded|quote/i],
    app: () => app({ resources: [resource(JSON.stringify(page()))] }),
  },
  {
    name: 'u3-access-wall',
    report: 'anthropics/claude-ai-mcp#1060',
    cause: 'An access proxy answers every request with 403 and a page.',
    names: [/403/],
    transport: 'http',
    app: () =>
      app({
        http: () => ({ status: 403, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Forbidden</title>' }),
      }),
  },
  {
    name: 'u3-wrong-path',
    report: 'openai/openai-apps-sdk-examples#71',
    cause: 'The endpoint is at another path: 404 with JSON.',
    names: [/404/, /path|address|endpoint|URL/i],
    transport: 'http',
    app: () =>
      app({ http: () => ({ status: 404, headers: { 'content-type': 'application/json' }, body: '{"error":"Not Found"}' }) }),
  },
]
