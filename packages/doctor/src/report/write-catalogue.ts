import { FINDINGS, type FindingCode } from '../catalogue/catalogue.ts'
import { groupBySymptom } from '../catalogue/problem-groups.ts'
import { FIXERS, hasFixer } from '../fix/registry.ts'

/** The page of the docs: the known problems by symptom, with one section for each code. */
export function writeCatalogue(): string {
  const groups = groupBySymptom(Object.keys(FINDINGS) as FindingCode[])
  const total = Object.keys(FINDINGS).length
  return [
    '# Known problems and their fixes',
    '',
    `\`casement doctor\` detects ${total} problems of servers and Views. Find your symptom below, or run [the doctor](doctor.md) to get the cause with evidence. The codes are stable, and \`--fix\` [repairs](doctor.md#fix-findings) ${Object.keys(FIXERS).length} of them.`,
    '',
    ...groups.map(({ title, codes }) => `- [${title}](#${anchorOf(title)}): ${codes.length} known causes`),
    '',
    ...groups.map(({ title, codes }) => [`## ${title}`, '', ...codes.map(section)].join('\n')),
  ].join('\n')
}

function section(code: FindingCode): string {
  const { severity, fault, cause, fix, sample, requirement } = FINDINGS[code]
  const rule = `[${requirement}](requirements.md#${requirement.toLowerCase().replaceAll('.', '')})`
  return [
    `### ${code}`,
    '',
    cause,
    '',
    `**Fix:** ${fix}${hasFixer(code) ? ' `--fix` repairs it.' : ''}`,
    '',
    '```text',
    sample,
    '```',
    '',
    `${capital(severity)} in the ${fault}, by ${rule}.`,
    '',
  ].join('\n')
}

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
