import { newExpressionsIn } from './scan-script.ts'

const WORKER =
  /\bnew\s+Worker\(\s*new\s+URL\(\s*(?<quote>['"])(?<path>[^'"]+)\k<quote>\s*,\s*import\.meta\.url\s*,?\s*\)\s*(?:,\s*(?<options>\{[^{}]*\})\s*,?\s*)?\)/g

/** Turns workers with a file of their own into workers that are carried along, and run from a blob. */
export function inlineWorkers(file: string, code: string): string | undefined {
  if (code.search(WORKER) < 0) return undefined
  const places = newExpressionsIn(file, code)
  const imports: string[] = []
  const changed = code.replace(WORKER, (whole: string, ...rest: unknown[]) => {
    const { path, options } = rest.at(-1) as { path: string; options?: string }
    // In a comment or a string it is no code. Where there is no syntax tree, the text is all there is.
    if (places && !places.has(rest.at(-3) as number)) return whole
    const name = `CasementWorker${imports.length}`
    imports.push(`import ${name} from ${JSON.stringify(`${path}?worker&inline`)};`)
    return `new ${name}(${options ?? ''})`
  })
  // In the same line, so that the lines below keep their numbers.
  return imports.length > 0 ? imports.join('') + changed : undefined
}
