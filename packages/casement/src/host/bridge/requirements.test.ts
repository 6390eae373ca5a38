import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// The requirements of hosts and proxies that the library fulfils. The rest are for the host's operator: its MCP client (R-003 to
// ), its logs, warnings and reviews, frames of its own; or facts about others
// . Those from before MCP Apps are tested with their code.
const OURS = [
  6, 22, 24, 25, 27, 28, 34, 35, 37, 38, 41, 44, 45, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 67, 68,
  70, 73, 74, 75, 76, 78, 79, 80, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 102, 105, 106, 107,
  108, 109, 110, 111, 114, 115, 116, 117, 122, 123, 126, 127, 131, 132, 133, 134, 135, 136, 137, 138, 139, 141, 142, 143, 144,
  145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 158, 161, 162, 164, 168, 169, 174, 175, 176, 179, 180, 181, 182,
  183, 184, 185, 186, 187, 188, 192, 194, 195, 198, 200, 202, 203, 204, 205, 206, 207, 209, 210, 211, 212, 213, 214, 218, 219,
  220, 221, 222, 223, 225, 227, 229, 230, 231, 234, 235, 236, 237, 239, 240, 241, 242, 245, 246, 247, 248, 249, 250, 256, 257,
  258, 259, 260, 263, 264, 267, 268, 269, 270, 271, 272, 274, 275, 276, 278, 279, 290, 291, 292, 293, 294, 295, 296, 297, 298,
  299, 302, 303, 310, 311, 313, 314,
]

const FOLDERS = [
  '../',
  '../../sandbox/',
  '../../protocol/',
  '../../../../../e2e/host/',
  '../../../../../e2e/sandbox/',
  '../../../../../e2e/published/',
]

test('every requirement of a host or a proxy that is ours has a test that names it', () => {
  const files = FOLDERS.flatMap((folder) => {
    const path = fileURLToPath(new URL(folder, import.meta.url))
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => `${path}${file}`)
  })
  // In the name of a test, or in the row of a table that names it. A comment is no test.
  const names = files
    .filter((file) => /\.(?:test|test-d|browser)\.ts$/.test(file) && !file.endsWith('requirements.test.ts'))
    .map((file) => readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/\/|\*).*$/gm, ''))
    .join('\n')
  expect(OURS.filter((number) => !names.includes(`R-${String(number).padStart(3, '0')}`))).toEqual([])
})
