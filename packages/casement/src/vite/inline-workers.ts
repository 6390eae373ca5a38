import { newExpressionsIn } from './scan-script.ts'

const WORKER =
  /\bnew\s+Worker\(\s*new\s+URL\(\s*(?<quote>['"])(?<path>[^'"]+)\k<quote>\s*,\s*import\.meta\.url\s*,?\s*\)\s*(?:,\s*(?<options>\{[^{}]*\})\s*,?\s*)?\)/g

/** Inlines workers that have their own file, and runs them from a blob. */
export function inlineWorkers(file: string, code: string): string | undefined {
  if (code.search(WORKER) < 0) return undefined
  const places = newExpressionsIn(file, code)
  const imports: string[] = []
  const changed = code.replace(WORKER, (whole: string, ...rest: unknown[]) => {
    const { path, options } = rest.at(-1) as { path: string; options?: string }
    // A match in a comment or a string is not code. Without a syntax tree, only the text can be searched.
    if (places && !places.has(rest.at(-3) as number)) return whole
    const name = `CasementWorker${imports.length}`
    imports.push(`import ${name} from ${JSON.stringify(`${path}?worker&inline`)};`)
    return `new ${name}(${options ?? ''})`
  })
  // In the same line, so that the lines below keep their numbers.
  return imports.length > 0 ? imports.join('') + changed : undefined
}
