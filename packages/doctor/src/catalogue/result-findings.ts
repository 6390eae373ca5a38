import type { FindingEntry } from './finding-entry.ts'

const shared = { stage: 'running', fault: 'server' } as const

/** Faults in tool results. */
export const RESULT_FINDINGS = {
  'result-is-error': {
    stage: 'running',
    fault: 'server',
    severity: 'error',
    requirement: 'R-224',
    cause: 'The tool returned an error, so the View has no data to show.',
    fix: 'Fix the error that the tool reports. With --input you can choose the arguments of the call.',
    sample: `npx casement doctor --tool weather --input '{"city":"Rome"}' -- node server.js`,
  },
  'result-no-text': {
    ...shared,
    severity: 'error',
    requirement: 'R-012',
    cause: 'The result has no text, so the model and hosts without views receive no information.',
    fix: 'Describe in content what the view shows.',
    sample: `return { content: [{ type: 'text', text: '18 °C and sunny in Rome' }], structuredContent }`,
  },
  'result-structured-missing': {
    ...shared,
    severity: 'error',
    requirement: 'R-226',
    cause: 'The tool declares outputSchema and returns no structuredContent; clients on the official SDK report an error.',
    fix: 'Return structuredContent that matches the schema with every successful result.',
    sample: `return { content, structuredContent: { days } }`,
  },
  'result-structured-not-object': {
    ...shared,
    severity: 'error',
    requirement: 'R-226',
    cause: 'structuredContent is not an object, so clients refuse the result and the View receives no data.',
    fix: 'Wrap the value in an object.',
    sample: `return { content, structuredContent: { days } } // not structuredContent: days`,
  },
  'result-schema-mismatch': {
    ...shared,
    severity: 'error',
    requirement: 'R-226',
    cause: 'structuredContent does not match the outputSchema of the tool; clients on the official SDK refuse the result.',
    fix: 'Return a value that matches the schema, or change the schema.',
    sample: `structuredContent: { celsius: Number(row.celsius) }`,
  },
  'tool-schema-emptied': {
    ...shared,
    severity: 'error',
    requirement: 'R-226',
    cause: 'The inputSchema of the tool has no properties, so no client sends the arguments that the tool requires.',
    fix: 'Use the version of the schema library that the MCP SDK supports (zod 3 with SDK 1.x before 1.23), or pass a JSON Schema.',
    sample: `npm ls zod\ninputSchema: { city: z.string() }`,
  },
  'result-meta-misplaced': {
    ...shared,
    severity: 'error',
    requirement: 'R-200',
    cause: 'The result of the tool names a View in its _meta, but hosts read it from the tool in tools/list.',
    fix: 'Move _meta.ui.resourceUri from the result to the definition of the tool.',
    sample: `registerAppTool(server, 'forecast', { _meta: { ui: { resourceUri } } }, handler)`,
  },
  'result-embedded-view': {
    ...shared,
    severity: 'warning',
    requirement: 'R-200',
    cause:
      'The result embeds a ui:// resource, which MCP Apps hosts do not show. With a declared View, some hosts show neither or both.',
    fix: 'Name the view in the metadata of the tool only.',
    sample: `_meta: { ui: { resourceUri: 'ui://weather/view.html' } }`,
  },
  'result-call-failed': {
    ...shared,
    severity: 'error',
    requirement: '4.14',
    cause: 'tools/call failed with a protocol error, so the view receives tool-cancelled.',
    fix: 'Return failures as results with isError.',
    sample: `return { isError: true, content: [{ type: 'text', text: 'There is no such place.' }] }`,
  },
  'result-large': {
    ...shared,
    severity: 'warning',
    requirement: 'R-200',
    cause: 'The result is larger than 1 MB. Hosts limit the size of results, and some give it to the model.',
    fix: 'Return a page of the data, or an address, and let the View load the rest with tool calls or as a resource.',
    sample: `const { structuredContent } = await app.callServerTool({ name: 'rows', arguments: { from: 0, count: 100 } })`,
  },
  'result-text-not-json': {
    ...shared,
    severity: 'warning',
    requirement: 'R-200',
    cause: 'The text of the result looks like JSON but is invalid: a View or a model that parses it fails.',
    fix: 'Serialize the value as JSON, and return it as structuredContent too.',
    sample: `return { content: [{ type: 'text', text: JSON.stringify(weather) }], structuredContent: weather }`,
  },
} as const satisfies Record<string, FindingEntry>
