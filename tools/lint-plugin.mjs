// Lint rules of our own, for what no other tool knows to be dangerous here.

/** @typedef {{ type: string, parent: Node }} Node */
/** @typedef {{ sourceCode: { getCommentsBefore(node: Node): { value: string }[] }, report(problem: { node: Node, message: string }): void }} Context */

/** @typedef {Node & { arguments: Node[], callee: { name?: string, property?: { name?: string, value?: string } } }} Call */

const THROUGH = new Set(['ConditionalExpression', 'LogicalExpression', 'Property', 'ObjectExpression'])
const MESSAGE = 'name the target origin of postMessage, or say why nothing can be named: /* opaque: why */ before the "*"'

/**
 * `postMessage(data, '*')` hands the data to whatever page is in that window by now. An opaque origin has no name, so the
 * wildcard is sometimes right; it is never right without saying so.
 */
const pinnedTarget = {
  /** @param {Context} context */
  create(context) {
    return {
      /** @param {Node} node */
      'Literal[value="*"]'(node) {
        const excused = [node, node.parent].some((at) =>
          context.sourceCode.getCommentsBefore(at).some(({ value }) => value.trim().startsWith('opaque:')),
        )
        if (isTargetOfPost(node) && !excused) context.report({ node, message: MESSAGE })
      },
    }
  },
}

/**
 * Both forms: `postMessage(data, '*')` and `postMessage(data, { targetOrigin: '*' })`, also behind a condition.
 * @param {Node} node
 */
function isTargetOfPost(node) {
  let at = node
  while (THROUGH.has(at.parent.type)) at = at.parent
  const call = /** @type {Call} */ (at.parent)
  if (call.type !== 'CallExpression' || call.arguments[1] !== at) return false
  const { name, property } = call.callee
  return [name, property?.name, property?.value].includes('postMessage')
}

export default { meta: { name: 'casement' }, rules: { 'pinned-target': pinnedTarget } }
