import { good } from '../doctor/good-apps.mjs'
import { broken } from '../doctor/reported-apps.mjs'
import { doctorOn, serverOf } from '../doctor/run-doctor.mjs'

/**
 * MCPJam's checks, where they are installed: they bring 70 MB that nothing else here needs.
 * @returns {Promise<((name: string) => Promise<boolean>) | undefined>} whether they find anything at all
 */
async function mcpjam() {
  const name = '@mcpjam/sdk'
  try {
    const { MCPAppsConformanceTest } = await import(name)
    return async (each) => {
      const test = new MCPAppsConformanceTest(serverOf(each))
      const { checks } = await test.run()
      return checks.some((/** @type {any} */ { status, warnings }) => status === 'failed' || warnings?.length > 0)
    }
  } catch {
    return undefined
  }
}

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'doctor-detection',
  title: 'What the doctor names',
  async run(harness) {
    harness.remark(
      'Apps that showed nothing, rebuilt from public reports by someone who had not read the code of the checks, but had seen the names of the findings, each served by stdio; the doctor is told which tool to call, as one who looks for a fault would. Named: the finding for the cause that the report came to. At first sight the doctor named 15 of them; `look-size-shrinks`, `data-stripped-ignored`, `extension-undeclared` and `data-late-only` were added afterwards, and unguarded storage was then found by its place. MCPJam: `MCPAppsConformanceTest` of `@mcpjam/sdk`, counted when it complains of anything at all (`npm i --no-save @mcpjam/sdk@1.14.0 @modelcontextprotocol/client@2.0.0-alpha.2` beside this file; left out where it is not installed).',
    )
    const theirs = await mcpjam()
    const rows = []
    for (const { name, title, source, codes } of broken) {
      const found = await doctorOn({ name })
      const named = found.find((code) => codes.includes(code))
      const noticed = theirs && (await theirs(name))
      rows.push({ named, noticed, cells: [title, source, named ?? `not named (${found.join(', ') || 'nothing found'})`] })
    }
    const head = ['App', 'Reported in', 'Doctor', ...(theirs ? ['MCPJam'] : [])]
    const lines = rows.map(({ cells, noticed }) => [...cells, ...(theirs ? [noticed ? 'complains' : 'passes'] : [])])
    harness.remark([head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n'))
    const alarms = []
    for (const { name } of good) {
      const found = await doctorOn({ name })
      if (found.length > 0) alarms.push({ name, found })
    }
    const count = rows.filter(({ named }) => named).length
    if (theirs) harness.remark(`MCPJam complains of ${rows.filter(({ noticed }) => noticed).length} of ${rows.length}.`)
    harness.target(`names 19 of ${rows.length}`, count >= 19, `${count}`)
    const words = alarms.map(({ name, found }) => `${name}: ${found.join(', ')}`).join('; ')
    harness.target(`no false alarm on ${good.length} good ones`, alarms.length === 0, words || 'none')
  },
}
