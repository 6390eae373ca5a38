// npm run sbom [file]: writes a bill of materials of what reaches people with our packages, as CycloneDX, to a file or to stdout.
// npm has a command for it, which refuses a workspace where any peer range is not met; ours reads the lock file alone.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { shippedPackages } from './locked-packages.mjs'

/** The bill, as an object. The same lock file always makes the same one. */
export function billOfMaterials() {
  const shipped = shippedPackages()
  const references = new Map(shipped.map(({ path, name, version }) => [path, purl(name, version)]))
  const isFirst = (/** @type {string} */ reference, /** @type {number} */ i) =>
    shipped.findIndex(({ path }) => references.get(path) === reference) === i
  const unique = shipped.filter(({ path }, i) => isFirst(references.get(path) ?? '', i))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'library', 'bom-ref': 'casement', name: 'casement', licenses: [{ license: { id: 'Apache-2.0' } }] },
    },
    components: unique.map(({ path, name, version, licence, integrity }) => ({
      type: 'library',
      'bom-ref': references.get(path),
      name,
      version,
      purl: references.get(path),
      licenses: [/ (OR|AND) /.test(licence) ? { expression: licence } : { license: { id: licence } }],
      ...(integrity?.startsWith('sha512-') && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
      }),
    })),
    dependencies: unique.map(({ path, needs }) => ({
      ref: references.get(path),
      dependsOn: [...new Set(needs.map((each) => references.get(each)))],
    })),
  }
}

const purl = (/** @type {string} */ name, /** @type {string} */ version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const text = `${JSON.stringify(billOfMaterials(), null, 2)}\n`
  const [, , file] = process.argv
  if (file) writeFileSync(file, text)
  else process.stdout.write(text)
}
