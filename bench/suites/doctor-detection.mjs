import { good } from '../doctor/good-apps.mjs'
import { MCPJAM, mcpjam } from '../doctor/mcpjam.mjs'
import { broken } from '../doctor/reported-apps.mjs'
import { doctorOn } from '../doctor/run-doctor.mjs'

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'doctor-detection',
  title: 'What the doctor names',
  async run(harness) {
    harness.remark(
      'Apps that showed nothing, rebuilt from public reports by someone who had not read the code of the checks, but had seen the names of the findings, each served by stdio; the doctor is told which tool to call, as one who looks for a fault would. Named: the finding for the cause that the report came to. At first sight the doctor named 15 of them; `look-size-shrinks`, `data-stripped-ignored`, `extension-undeclared` and `data-late-only` were added afterwards, and unguarded storage was then found by its place. MCPJam: ' +
        `${MCPJAM}.`,
    )
    const theirs = await mcpjam()
    const rows = []
    for (const { name, title, source, codes } of broken) {
      const found = await doctorOn({ name })
      const named = found.find((code) => codes.includes(code))
      const noticed = theirs && (await theirs({ name }))
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
