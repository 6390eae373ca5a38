import ts from 'typescript'
import { applyEdits, type Edit } from './edits.ts'
import { noteAt, type Findings, type Note } from './notes.ts'
import { propertyOf } from './object-literals.ts'

/** The uses of `window.openai` in a file, and whether the file needs the App. */
export interface GlobalFindings extends Findings {
  /** The local name of the App; undefined if the file does not need it. */
  readonly app: string | undefined
}

const DATA: Readonly<Record<string, string>> = {
  toolInput: '.toolInput',
  toolOutput: '.toolResult?.structuredContent',
  toolResponseMetadata: '.toolResult?._meta',
  theme: '.hostContext?.theme',
  locale: '.hostContext?.locale',
  displayMode: '.hostContext?.displayMode',
}
const ADVICE: Readonly<Record<string, string>> = {
  widgetState: "Keep it with app.state('widget', null): get(), set(value) and subscribe()",
  setWidgetState:
    "Keep it with app.state('widget', null): get(), set(value) and subscribe(); tell the model by app.updateModelContext",
  maxHeight: 'Read app.hostContext?.containerDimensions',
  safeArea: 'Read app.hostContext?.safeAreaInsets, which has top, right, bottom and left itself',
  userAgent: 'Read app.hostContext?.platform and deviceCapabilities',
  view: 'Read app.hostContext?.displayMode',
  sendFollowUpMessage: "Write app.sendMessage({ role: 'user', content: [{ type: 'text', text }] })",
  openExternal: 'Write app.openLink({ url })',
  requestModal: "Write app.requestDisplayMode({ mode: 'fullscreen' })",
  uploadFile: 'Send the file to a tool of the server: app.callServerTool',
  selectFiles: 'Use <input type="file">',
  getFileDownloadUrl: 'Write app.downloadFile({ contents })',
  requestCheckout: 'There is nothing like it in MCP Apps: app.openLink to a page that sells',
  setOpenInAppUrl: 'There is nothing like it in MCP Apps; remove it',
}

/** Leads `window.openai` to an App where the two are the same, and notes the rest. */
export function rewriteOpenAiGlobals(source: ts.SourceFile): GlobalFindings {
  const notes: Note[] = []
  const app = declaresApp(source) ? 'mcpApp' : 'app'
  const note = (node: ts.Node, what: string, fix: string): void =>
    void notes.push(noteAt(source, node.getStart(source), what, fix))
  const leave = (node: ts.PropertyAccessExpression): void =>
    note(node, `window.openai.${node.name.text}`, ADVICE[node.name.text] ?? 'See docs/migrate.md')

  const editsIn = (node: ts.Node): Edit[] => {
    if (ts.isStringLiteralLike(node) && node.text === 'openai:set_globals')
      note(node, node.text, 'Listen by app.subscribe(() => …), or to one event: app.addEventListener')
    if (ts.isCallExpression(node) && isMember(node.expression)) {
      const text = callText(node, node.expression.name.text, written)
      if (text !== undefined) return [{ start: node.getStart(source), end: node.getEnd(), text: `${app}.${text}` }]
      leave(node.expression)
      return node.arguments.flatMap(editsIn)
    }
    if (isMember(node)) {
      const data = isWritten(node) ? undefined : DATA[node.name.text]
      if (data !== undefined) return [{ start: node.getStart(source), end: node.getEnd(), text: `${app}${data}` }]
      leave(node)
      return []
    }
    const edits: Edit[] = []
    ts.forEachChild(node, (child) => void edits.push(...editsIn(child)))
    return edits
  }
  /** An argument, with what is in it rewritten too. */
  const written = (node: ts.Node): string => {
    const start = node.getStart(source)
    const inside = editsIn(node).map((edit) => ({ start: edit.start - start, end: edit.end - start, text: edit.text }))
    return applyEdits(node.getText(source), inside)
  }
  const edits = editsIn(source)
  return { edits, notes, app: edits.length > 0 ? app : undefined }
}

const isMember = (node: ts.Node): node is ts.PropertyAccessExpression =>
  ts.isPropertyAccessExpression(node) && isOpenAi(node.expression)

const isWritten = ({ parent, pos }: ts.Node): boolean =>
  ts.isBinaryExpression(parent) && parent.left.pos === pos && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken

const isOpenAi = (node: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(node) &&
  node.name.text === 'openai' &&
  ts.isIdentifier(node.expression) &&
  /^(window|globalThis)$/.test(node.expression.text)

function declaresApp(source: ts.SourceFile): boolean {
  let found = false
  const visit = (node: ts.Node): void => {
    found ||= ts.isIdentifier(node) && node.text === 'app' && !ts.isPropertyAccessExpression(node.parent)
    if (!found) ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The equivalent call on the App with its arguments; undefined if it is not certain. */
function callText(call: ts.CallExpression, name: string, written: (node: ts.Node) => string): string | undefined {
  const [first, second] = call.arguments
  const option = (key: string): ts.Expression | undefined =>
    first && ts.isObjectLiteralExpression(first) ? propertyOf(first, key)?.initializer : undefined
  const prompt = option('prompt')
  const href = option('href')
  switch (name) {
    case 'callTool':
      return first && `callServerTool({ name: ${written(first)}${second ? `, arguments: ${written(second)}` : ''} })`
    case 'sendFollowUpMessage':
      return prompt && `sendMessage({ role: 'user', content: [{ type: 'text', text: ${written(prompt)} }] })`
    case 'openExternal':
      return href && `openLink({ url: ${written(href)} })`
    case 'requestDisplayMode':
      return first && `requestDisplayMode(${written(first)})`
    case 'notifyIntrinsicHeight':
      return first && `sendSizeChanged({ height: ${written(first)} })`
    case 'requestClose':
      return 'requestTeardown()'
    default:
      return undefined
  }
}
