import type { FindingCode } from './catalogue.ts'

/** A symptom that users search for, and the codes of its possible causes. */
interface ProblemGroup {
  readonly title: string
  readonly codes: RegExp
}

/** A code belongs to the first group that matches, so specific groups come first. */
const PROBLEM_GROUPS: readonly ProblemGroup[] = [
  { title: 'The server does not start', codes: /^start-/ },
  {
    title: 'The connection to the server fails or is lost',
    codes: /^(connect-|session-|endpoint-unreachable|server-(unauthorised|session-lost|ping-unanswered|stdout-noise|version-))/,
  },
  {
    title: 'The tool is missing, or clients refuse the list of tools',
    codes: /^(tools-|tool-(not-found|name-|schema-|output-|description-|visibility-|app-only)|server-unnamed)/,
  },
  {
    title: 'The tool runs, but no View appears',
    codes:
      /^(no-ui-resource|tool-(uri|openai-only|template-)|extension-|resources-|result-(meta-misplaced|embedded-view)|domain-)/,
  },
  {
    title: 'The View works in one host and not in another',
    codes:
      /^(endpoint-|listing-csp-|csp-openai-only|resource-(mime-spelling|old-uri-lost)|script-(storage-|history-|origin-demanded|reaches-parent|openai-only|service-worker)|sdk-(draft|too-old)|wait-openai)/,
  },
  { title: 'The document is too large', codes: /^(resource-large|html-source-map)/ },
  { title: 'The View cannot be read from the server', codes: /^(resource-|listing-)/ },
  {
    title: 'A link, button or download does nothing',
    codes: /^(html-link-|script-(dialog|popup|permission-)|use-|wire-mcp-ui-action)/,
  },
  {
    title: 'Images, fonts, scripts or requests are blocked',
    codes:
      /^(csp-|css-url-|meta-|permission|prefers-|tool-(csp|permissions|view-meta)-|html-(.*-blocked|relative-url|insecure-url)|script-(eval|wasm|connect-|import-)|view-blocked|code-load-)/,
  },
  { title: 'The View has the wrong size', codes: /^(look-(size-|overflow)|css-viewport-)/ },
  {
    title: 'The View is unreadable or not accessible',
    codes: /^(look-(light|dark|inaccessible)|html-(charset|doctype|escaped|script-cut))/,
  },
  {
    title: 'The View crashes, freezes or disappears',
    codes: /^(view-(hung|crashed|navigates|stopped)|wire-flood|html-refresh|mount-)/,
  },
  {
    title: 'The View shows no data, wrong data, or keeps loading',
    codes: /^(result-|data-|look-undefined|script-(handler-late|placeholder)|wait-|code-swallowed)/,
  },
  {
    title: 'Requests of the View fail, or the host ignores its messages',
    codes: /^(wire-|script-(method-|posts-|target-origin|mcp-ui-only))/,
  },
  { title: 'The View stays blank or hidden', codes: /^(html-|script-|view-|code-|look-|sdk-)/ },
]

/**
 * Groups codes by symptom, in the order of the groups. A code without a group is an error.
 * @throws if a code matches no group
 */
export function groupBySymptom(codes: readonly FindingCode[]): readonly { title: string; codes: readonly FindingCode[] }[] {
  const groups = PROBLEM_GROUPS.map(({ title }) => ({ title, codes: [] as FindingCode[] }))
  for (const code of codes) {
    const group = groups[PROBLEM_GROUPS.findIndex(({ codes: pattern }) => pattern.test(code))]
    if (!group) throw new Error(`The finding ${code} has no symptom. Add it to PROBLEM_GROUPS`)
    group.codes.push(code)
  }
  return groups.filter((group) => group.codes.length > 0)
}
