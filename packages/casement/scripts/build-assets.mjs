// The files that the package ships beside its compiled code.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeJsonSchema } from './json-schema.mjs'
import { writeSandboxPage } from './sandbox-scripts.mjs'
import { writeTestingPage } from './testing-page.mjs'
import { writeViewScript } from './view-script.mjs'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** Runs after the compiler. Names every file it wrote: whatever else is in dist and has no source is removed. */
export async function buildAssets() {
  const schema = 'dist/protocol/schema.json'
  await writeJsonSchema(join(folder, schema))
  return [schema, ...(await writeSandboxPage()), ...(await writeViewScript()), ...(await writeTestingPage())]
}
