import { writeFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number }} Count */

/**
 * Writes how many tests passed and failed into the file that CASEMENT_TEST_COUNT names. A file that could not be loaded and
 * an error that no test caught are failures too: the usual summaries leave them out.
 */
// oxlint-disable-next-line import/no-default-export -- vitest takes a reporter by its default export
export default class CountReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<unknown>} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    /** @type {Count} */
    const count = { passed: 0, failed: unhandled.length }
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state)
      const failed = states.filter((state) => state === 'failed').length
      count.passed += states.filter((state) => state === 'passed').length
      count.failed += failed
      // A failing import, beforeAll or afterAll fails the module or a suite, with no failing test to show for it.
      const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors()).length
      const own = module.errors().length + suites
      count.failed += own > 0 ? own : module.state() === 'failed' && failed === 0 ? 1 : 0
    }
    const file = process.env['CASEMENT_TEST_COUNT']
    if (file) writeFileSync(file, JSON.stringify(count))
  }
}
