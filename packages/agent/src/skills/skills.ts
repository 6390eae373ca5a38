import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A skill that is shipped. */
export interface Skill {
  readonly name: string
  /** When an agent should read it. */
  readonly description: string
  readonly text: string
}

/** A skill that was copied, or left as it was. */
export interface InstalledSkill {
  readonly name: string
  readonly file: string
  /** A `changed` file was edited by the user and is left alone. */
  readonly outcome: 'written' | 'current' | 'changed'
}

const FOLDER = fileURLToPath(new URL('../../skills', import.meta.url))

/** The skills of the package. */
export function listSkills(): Skill[] {
  return readdirSync(FOLDER)
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(FOLDER, name, 'SKILL.md'), 'utf8')
      return { name, description: /^description: (.*)$/m.exec(text)?.[1] ?? '', text }
    })
}

/** Copies the skills into a folder. A file with other content is overwritten only with `force`. */
export function installSkills(folder: string, { force = false }: { readonly force?: boolean } = {}): InstalledSkill[] {
  return listSkills().map(({ name, text }) => {
    const file = join(folder, name, 'SKILL.md')
    const present = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    if (present === text) return { name, file, outcome: 'current' }
    if (present !== undefined && !force) return { name, file, outcome: 'changed' }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return { name, file, outcome: 'written' }
  })
}
