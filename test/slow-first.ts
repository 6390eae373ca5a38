import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Each takes a minute or more. Started last, it would run alone while the other core is idle.
const SLOW = [
  'test/rehearsal.test.ts',
  'e2e/examples/templates.test.ts',
  'test/consumers.test.ts',
  'e2e/migrate/migrated-projects.test.ts',
  'e2e/mcp-ui/drop-in.test.ts',
  'e2e/faults/faults.test.ts',
]

/** Starts the slowest files first. On a fresh clone Vitest knows no durations and would sort by size. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification): boolean => SLOW.some((file) => moduleId.endsWith(file))
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's method, not an array's
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(isSlow(b)) - Number(isSlow(a)))
  }
}
