// npm run fuzz -- [--minutes N] [--seed S] [--target policy,bridge] [--path P]: searches for inputs that break a property of
// test/fuzz. Ends with 1 and prints the seed and the smallest such input when it finds one.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runScript } from './run-script.mjs'
import { ensureBuild, ensureDependencies, root, say } from './setup.mjs'

const FOLDER = join(root, 'test/fuzz')
const ENDING = '.test.ts'

/** @returns {string[]} */
const targets = () =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))

/** The number of properties in a target, each of which gets an equal part of the time. @param {string} target @returns {number} */
const propertiesOf = (target) => readFileSync(join(FOLDER, target + ENDING), 'utf8').match(/^ *explore\(/gm)?.length ?? 0

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '5' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
      target: { type: 'string' },
      path: { type: 'string' },
    },
  })
  const chosen = values.target?.split(',') ?? targets()
  const unknown = chosen.filter((target) => !targets().includes(target))
  if (unknown.length > 0) throw new Error(`fuzz: there is no target ${unknown.join(', ')}. Targets: ${targets().join(', ')}`)
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new Error(`fuzz: --minutes must be a positive number, not ${values.minutes}`)
  if (!Number.isSafeInteger(Number(values.seed))) throw new Error(`fuzz: --seed must be an integer, not ${values.seed}`)

  ensureDependencies()
  await ensureBuild()
  const share = minutes / chosen.map(propertiesOf).reduce((sum, count) => sum + count, 0)
  say(`fuzz: ${chosen.join(', ')} for ${minutes} min, seed ${values.seed}`)
  const files = chosen.map((target) => join('test/fuzz', target + ENDING))
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'node', '--maxWorkers=1', ...files],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_ENV: 'test',
        CASEMENT_SEED: values.seed,
        CASEMENT_FUZZ_MINUTES: String(share),
        ...(values.path !== undefined && { CASEMENT_FUZZ_PATH: values.path }),
      },
    },
  )
  say(
    status === 0
      ? `fuzz: nothing found, seed ${values.seed}`
      : `fuzz: a property failed. The smallest input is above; repeat with: npm run fuzz -- --seed ${values.seed} --target ${chosen.join(',')} --path <path>`,
  )
  if (status !== 0) process.exitCode = 1
})
