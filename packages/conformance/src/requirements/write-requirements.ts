import { REQUIREMENT_SOURCES, REQUIREMENTS, type Requirement } from './requirements.ts'

/** The page docs/requirements.md. `testsOf` lists the files that name a requirement, as paths in the repository. */
export function writeRequirements(testsOf: (number: string) => readonly string[]): string {
  const count = REQUIREMENTS.flatMap(({ requirements }) => requirements).filter(({ number }) => number.startsWith('R-')).length
  return [
    '# Requirements',
    '',
    `The ${count} requirements of MCP Apps and of the protocols before it, with the tests that name them. Findings of the doctor, conformance reports and tests cite these numbers, which never change.`,
    '',
    'The level is the one of the source. `MUST*` is plain wording with a mandatory sense, `should` is lower-case advice, and `FACT` is a wire shape or a behaviour.',
    '',
    'Sources:',
    '',
    ...Object.entries(REQUIREMENT_SOURCES).map(([key, text]) => `- ${key}: ${text}`),
    '',
    ...REQUIREMENTS.map(({ title, requirements }) => {
      const entries = requirements.map((requirement) => writeOne(requirement, testsOf(requirement.number)))
      return `## ${title}\n\n${entries.join('\n\n')}\n`
    }),
  ].join('\n')
}

function writeOne({ number, side, level, text, source, section }: Requirement, tests: readonly string[]): string {
  return [
    `#### ${number}`,
    '',
    `**${level.replaceAll('*', '\\*')}** (${side}): ${text}`,
    '',
    `Source: ${[source, section].filter(Boolean).join(', ')}.`,
    `Tests: ${tests.map((file) => `[${file.split('/').at(-1)}](../${file})`).join(', ') || 'none'}.`,
  ].join('\n')
}
