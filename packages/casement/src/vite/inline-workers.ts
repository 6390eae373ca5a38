const WORKER =
  /\bnew\s+Worker\(\s*new\s+URL\(\s*(?<quote>['"])(?<path>[^'"]+)\k<quote>\s*,\s*import\.meta\.url\s*,?\s*\)\s*(?:,\s*(?<options>\{[^{}]*\})\s*,?\s*)?\)/g

/** Turns workers with a file of their own into workers that are carried along, and run from a blob. */
export function inlineWorkers(code: string): string | undefined {
  const imports: string[] = []
  const changed = code.replace(WORKER, (_whole, ...rest: unknown[]) => {
    const { path, options } = rest.at(-1) as { path: string; options?: string }
    const name = `CasementWorker${imports.length}`
    imports.push(`import ${name} from ${JSON.stringify(`${path}?worker&inline`)};`)
    return `new ${name}(${options ?? ''})`
  })
  // In the same line, so that the lines below keep their numbers.
  return imports.length > 0 ? imports.join('') + changed : undefined
}
