/**
 * One rule: where the cause is found, with this evidence, these findings of the same View only follow from it. With `origin`, the cause
 * must name the origin that the symptom names.
 */
export type CausationRule = readonly [cause: RegExp, symptoms: RegExp, evidence?: RegExp | 'origin']

const DEAD = 'view-(silent|not-initialized|script-error|blocked|unobserved|stopped)|look-blank|data-never-shown'
const CODE = 'code-(error|rejection|console-error|load-failed|swallowed)'
const WAIT = 'wait-(pending|failed|event|location|openai|protocol|notification)'
const DATA = 'data-(late|cancelled|partial|error|stripped)-\\w+|data-structured-unreturned|mount-(second|reload)-fails'
const all = (...parts: readonly string[]): RegExp => new RegExp(`^(${parts.join('|')})$`)

/** The causation rules, strongest causes first. A finding is a symptom of the first rule that applies to it. */
export const CAUSATION: readonly CausationRule[] = [
  [/^html-escaped$/, all(DEAD, CODE, WAIT, 'html-(no-script|doctype-missing|charset-missing)', 'script-syntax', 'look-.*')],
  [/^html-script-(unclosed|cut)$|^html-no-script$|^html-own-policy$|^html-refresh$/, all(DEAD, CODE, WAIT, 'view-navigates')],
  [/^(csp|meta|listing-csp|tool-csp)-/, /^((html|css|script)-.*blocked|view-blocked)$/, 'origin'],
  [/^html-error-page$/, all(DEAD, CODE, WAIT, DATA, 'html-.*', 'look-.*')],
  [/^server-version-refused$/, /^(server-ping-unanswered|tools-list-failed|listing-failed|tools-undeclared)$/],
  [/^html-script-type$/, all(DEAD, CODE, WAIT, 'html-no-script', 'script-syntax')],
  [/^script-(syntax|listener-target)$/, all(DEAD, CODE, WAIT, DATA, 'wire-teardown-unanswered')],
  [/^script-placeholder$/, all(DEAD, CODE, WAIT, DATA)],
  [/^sdk-not-connected$/, all(DEAD, WAIT)],
  [/^result-embedded-view$/, /^(no-ui-resource|result-no-text)$/],
  [/^result-text-not-json$/, all('look-blank', CODE, DATA, WAIT, 'data-never-shown')],
  [/^(script-posts-to-itself|wire-not-object)$/, all(DEAD, CODE, WAIT, DATA)],
  [/^view-navigates$/, /^wire-initialize-repeated$/],
  [/^wire-notification-id$/, all(DEAD, CODE, WAIT)],
  [/^wire-flood$/, all(DATA, 'view-hung', 'wire-call-failed')],
  [/^look-hidden$/, all('look-blank', 'data-never-shown', WAIT)],
  [/^view-dev-page$/, all(DEAD, CODE, WAIT)],
  [/^sdk-draft$/, /^script-old-version$/],
  [/^sdk-too-old$/, all(DEAD, CODE, WAIT)],
  [/^(html|css|script)-.*(blocked|relative|wasm|base|development|refused|unresolved)/, all(DEAD, CODE, WAIT)],
  [/^script-(mcp-|openai|posts|target|method)/, all(DEAD, CODE, WAIT, DATA, 'wire-method-unknown', 'wire-params-invalid')],
  [/^script-(no-|reaches)/, all(DEAD, CODE, WAIT, 'wire-params-invalid')],
  [/^script-origin-demanded$/, all(DEAD, WAIT)],
  [/^tool-schema-emptied$/, /^result-is-error$/],
  [/^result-is-error$/, all('look-blank', CODE, WAIT, DATA, 'data-never-shown', 'look-undefined', 'result-structured-missing')],
  [/^result-(structured|schema)/, all('look-blank', CODE, 'data-structured-unreturned', 'data-never-shown', 'look-undefined')],
  [
    /^view-(hung|crashed|navigates)$/,
    all(DEAD, CODE, WAIT, DATA, 'wire-teardown-unanswered', 'look-.*', 'use-.*', 'html-link-blocked'),
  ],
  [/^script-(storage|history|service|eval)/, all(DEAD, CODE, WAIT)],
  [/^script-(permission|dialog|popup)/, all(CODE, WAIT, 'view-script-error', 'use-(refused|nothing|error)')],
  [/^script-element-missing$/, all(DEAD, CODE, WAIT, DATA)],
  [/^data-structured-unreturned$/, all('look-blank', CODE, 'data-never-shown', 'data-(late|partial|error)-\\w+')],
  [/^code-swallowed$/, all(DEAD, WAIT, DATA, 'code-console-error')],
  [/^script-handler-late$/, all('data-late-only', 'look-blank', WAIT, 'data-never-shown')],
  [/^data-late-only$/, all('look-blank', WAIT, 'data-never-shown')],
  [/^wait-/, all(DEAD, 'code-(error|rejection|console-error|load-failed)', DATA)],
  [/^view-(script-error|blocked)$/, all('view-(silent|not-initialized)', CODE, 'look-blank', 'data-never-shown')],
  [/^code-load-failed$/, all('view-(silent|not-initialized)', 'look-blank', WAIT), /^<script>/],
  [/^view-silent$/, /^view-(not-initialized|script-error)$/],
  [/^wire-(arguments-mismatch|tool-unlisted)$/, /^(wire-call-failed|use-(error|nothing)|code-(rejection|error|console-error))$/],
  [
    /^wire-(params-invalid|method-unknown|mcp-ui-action|call-failed|malformed)$/,
    /^(use-(error|nothing)|code-(rejection|error|console-error))$/,
  ],
  [/^wire-read-failed$/, all('look-blank', CODE, WAIT, DATA, 'data-never-shown', 'use-error', 'use-nothing')],
  [/^wire-malformed$/, all(DEAD, WAIT)],
  [/^css-viewport-height$/, /^look-size-(grows|shrinks|zero)$/],
  [/^look-light-unreadable$/, /^(look-blank|look-dark-ignored)$/],
  [/^look-size-(grows|shrinks|zero)$/, /^(look-blank|data-never-shown)$/],
  [/^code-(error|rejection)$/, /^(code-console-error|look-blank|data-never-shown|use-error)$/],
  [/^use-refused$/, /^use-error$/],
  [/^use-(error|refused|download)$/, /^use-nothing$/],
]
