// Every message of the wire, from the method table that the code itself runs on.
import { markdownTable } from './markdown-table.mjs'

/** @typedef {typeof import('casement/protocol')} Protocol */
/** @typedef {import('casement/protocol').MethodTable} MethodTable */
/** @typedef {import('casement/protocol').RequestEntry | import('casement/protocol').NotificationEntry} Entry */

const SOURCES = {
  stable: 'the specification of 2026-01-26',
  draft: 'its draft',
  package: 'the official TypeScript package',
  casement: 'an addition of ours',
}

/**
 * @param {Protocol} protocol the library as it is published
 * @param {Readonly<Record<string, unknown>>} schemas `casement/protocol/schemas`
 * @param {import('./read-api.mjs').ApiModule} types the types of those schemas
 * @returns {string}
 */
export function methodReference(protocol, schemas, types) {
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [schema, name.replace(/Schema$/, '')]))
  const requests = new Map(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const method = Reflect.get(Object(Reflect.get(Object(Reflect.get(Object(schema), 'shape')), 'method')), 'only')
      return typeof method === 'string' ? [[method, name.replace(/Schema$/, '')]] : []
    }),
  )
  const find = (/** @type {string | undefined} */ name) => types.exports.find((each) => each.name === name)

  /** @param {Entry} entry */
  const chapter = (entry) => {
    const message = find(requests.get(entry.method))
    const answer = 'result' in entry ? find(names.get(entry.result)) : undefined
    return [
      `### ${entry.method}`,
      message?.about ?? '',
      `${'result' in entry ? 'A request' : 'A notification'}. Defined in ${SOURCES[entry.source]}. ${gateSentence(entry)}`,
      block(message?.code),
      answer ? `The answer is \`${answer.name}\`: ${answer.about || 'see below.'}\n\n${block(answer.code)}` : '',
    ]
      .filter(Boolean)
      .join('\n\n')
  }

  /** @param {string} title @param {MethodTable} table */
  const direction = (title, table) => `## ${title}\n\n${overview(table)}\n\n${Object.values(table).map(chapter).join('\n\n')}`

  return [
    '# Methods',
    'Every message that the parts of an MCP App send each other, from the table that types and checks them in the code. A request has an answer, a notification has none. What a capability opens is refused without it.',
    direction('From the View to its host', protocol.viewToHost),
    direction('From the host to its View', protocol.hostToView),
    direction('From the sandbox to the host', protocol.proxyToHost),
    direction('From the host to the sandbox', protocol.hostToProxy),
  ].join('\n\n')
}

/** @param {string | undefined} code */
const block = (code) => (code ? `\`\`\`ts\n${code}\n\`\`\`` : '')

/** @param {MethodTable} table */
const overview = (table) =>
  markdownTable(
    ['method', 'kind', 'defined in', 'needs'],
    Object.values(table).map((entry) => [
      `\`${entry.method}\``,
      'result' in entry ? 'request' : 'notification',
      SOURCES[entry.source],
      entry.gate ? `\`${entry.gate.path.join('.')}\` of the ${entry.gate.of === 'app' ? 'View' : 'host'}` : '',
    ]),
  )

/** @param {Entry} entry */
function gateSentence({ gate }) {
  if (!gate) return 'It needs no capability.'
  const whose = gate.of === 'app' ? 'View' : 'host'
  const capability = `It needs \`${gate.path.join('.')}\` among the capabilities of the ${whose}.`
  return gate.absent === 'unknown' ? `${capability} Some hosts support it without saying so, so it is tried.` : capability
}
