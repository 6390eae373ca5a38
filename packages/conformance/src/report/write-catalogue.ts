import { CATALOGUE, NOT_OBSERVABLE } from '../host-target/catalogue.ts'
import { hostChecks } from '../host-target/host-checks.ts'

/** The checks for each id of the official catalogue, as a table in Markdown. */
export function writeCatalogue(): string {
  const rows = CATALOGUE.map((id) => {
    const checks = hostChecks.filter(({ alsoKnownAs = [] }) => alsoKnownAs.includes(id)).map((check) => `\`${check.id}\``)
    return `| \`${id}\` | ${checks.join(', ') || `not observable: ${NOT_OBSERVABLE[id] ?? ''}`} |`
  })
  return ['| Official id | Here |', '| --- | --- |', ...rows, ''].join('\n')
}
