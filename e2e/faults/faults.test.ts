import { describe, expect, test } from 'vitest'
import { FAULTS } from './faults.mjs'
import { runFault } from './fault.mjs'

// The short form of `npm run faults`: one round of each fault that no other test causes.
const isRoot = process.getuid?.() === 0
const chosen = FAULTS.filter(({ rounds, needsRoot }) => rounds.short > 0 && (isRoot || !needsRoot))

describe('nothing acknowledged is lost, nothing hangs, and the user is informed', { timeout: 240_000 }, () => {
  test.each(chosen.map((fault) => [`${fault.name}: ${fault.about}`, fault] as const))('%s', async (_, fault) => {
    const report = await runFault(fault, fault.rounds.short)
    expect(report.problems).toEqual([])
    expect(report.reason).not.toBe('')
  })
})
