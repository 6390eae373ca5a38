import { FINDINGS, type FindingCode } from '../catalogue/catalogue.ts'
import { FIXERS, hasFixer } from '../fix/registry.ts'

/** The page of the docs with one section for each code. */
export function writeCatalogue(): string {
  const sections = Object.entries(FINDINGS).map(([code, { severity, fault, cause, fix, sample, requirement }]) =>
    [
      `## ${code}`,
      '',
      `${capital(severity)}, the ${fault}’s fault, by [${requirement}](requirements.md#${requirement.toLowerCase().replaceAll('.', '')}).`,
      '',
      cause,
      '',
      `**Fix:** ${fix}${hasFixer(code as FindingCode) ? REPAIRS : ''}`,
      '',
      '```text',
      sample,
      '```',
    ].join('\n'),
  )
  return [
    '# Doctor findings',
    '',
    `Every code of \`casement doctor\`, ${sections.length} of them. The codes are stable. \`--fix\` [repairs](doctor.md#fix-findings) ${Object.keys(FIXERS).length} of them. How to run it: [doctor.md](doctor.md).`,
    '',
    sections.join('\n\n'),
    '',
  ].join('\n')
}

const REPAIRS = ' `--fix` repairs it.'

const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
