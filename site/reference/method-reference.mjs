// The method reference, generated from the method table that the library itself uses.
import { markdownTable } from './markdown-table.mjs'

/** @typedef {typeof import('casement/protocol')} Protocol */
/** @typedef {import('casement/protocol').MethodTable} MethodTable */
/** @typedef {import('casement/protocol').RequestEntry | import('casement/protocol').NotificationEntry} Entry */

const SOURCES = {
  stable: 'the specification of 2026-01-26',
  draft: 'the draft specification',
  package: 'the official TypeScript package',
  casement: 'Casement',
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
      `${'result' in entry ? 'A request' : 'A notification'}. Defined in ${SOURCES[entry.stability]}. ${capabilitySentence(entry)}`,
      block(message?.code),
      answer ? `The result is \`${answer.name}\`: ${answer.about || 'see below.'}\n\n${block(answer.code)}` : '',
    ]
      .filter(Boolean)
      .join('\n\n')
  }

  /** @param {string} title @param {MethodTable} table */
  const direction = (title, table) => `## ${title}\n\n${overview(table)}\n\n${Object.values(table).map(chapter).join('\n\n')}`

  return [
    '# Methods',
    'Every message between View, sandbox and host, generated from the method table of the library. A request has a response, a notification has none. A method that requires a capability is refused without it.',
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
    ['method', 'kind', 'defined in', 'handler or event', 'required capability'],
    Object.values(table).map((entry) => [
      `\`${entry.method}\``,
      'result' in entry ? 'request' : 'notification',
      SOURCES[entry.stability],
      listenerOf(entry),
      entry.capability ? `\`${entry.capability.path.join('.')}\` of the ${sideOf(entry.capability)}` : '',
    ]),
  )

/** @param {import('casement/protocol').RequiredCapability} capability */
const sideOf = ({ side }) => (side === 'app' ? 'View' : 'host')

/** @param {Entry} entry */
function listenerOf(entry) {
  if ('handler' in entry) return entry.handler ? `\`${entry.handler}\`` : ''
  return entry.event ? `\`on${entry.event}\`` : ''
}

/** @param {Entry} entry */
function capabilitySentence({ capability }) {
  if (!capability) return 'It requires no capability.'
  const sentence = `It requires the capability \`${capability.path.join('.')}\` of the ${sideOf(capability)}.`
  return capability.whenAbsent === 'unknown'
    ? `${sentence} Some hosts support it without declaring it, so it is tried.`
    : sentence
}
