import type { Attempt, Verdict } from './attempt.ts'

/** How many attacks ended how. */
export function countVerdicts(results: readonly Attempt[]): Readonly<Record<Verdict, number>> {
  const count = (verdict: Verdict): number => results.filter((result) => result.verdict === verdict).length
  return { held: count('held'), escaped: count('escaped'), inconclusive: count('inconclusive') }
}

/** The results as a Markdown page: how many of each category, then every attack. */
export function toMarkdown(host: string, results: readonly Attempt[]): string {
  const categories = [...new Set(results.map(({ category }) => category))]
  return [
    `# Attacks on ${host}`,
    '',
    '| Category | Attacks | Held | Escaped | Inconclusive |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...categories.map((name) =>
      line(
        name,
        results.filter(({ category }) => category === name),
      ),
    ),
    line('all', results),
    '',
    '| Attack | Attempt | Verdict | Evidence |',
    '| --- | --- | --- | --- |',
    ...results.map(({ id, title, verdict, detail }) => `| ${id} | ${cell(title)} | ${verdict} | ${cell(detail)} |`),
    '',
  ].join('\n')
}

/** The results as JSON, for programs. */
export const toJson = (host: string, results: readonly Attempt[]): string =>
  `${JSON.stringify({ host, ...countVerdicts(results), results }, null, 2)}\n`

function line(name: string, some: readonly Attempt[]): string {
  const { held, escaped, inconclusive } = countVerdicts(some)
  return `| ${name} | ${some.length} | ${held} | ${escaped} | ${inconclusive} |`
}

// Sanitizes text that a hostile View caused to be written.
const cell = (text: string): string =>
  text
    .slice(0, 200)
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .replaceAll(/[|\\`<>*_[\]]/g, (mark) => `\\${mark}`)
