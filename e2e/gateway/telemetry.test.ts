import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'

const gateway = new URL('../../packages/gateway/dist/index.js', import.meta.url).href
const pages = JSON.stringify(new URL('../../packages/gateway/src/test-support/pages', import.meta.url).pathname)
const TELEMETRY = `telemetry: { endpoint: 'http://127.0.0.1:9' }`

/** Runs a program with the built gateway. `atImport` runs for each module of OpenTelemetry that is imported. */
async function run(program: string, atImport: string): Promise<string> {
  const hook = `import { writeSync } from 'node:fs'
    export const resolve = (specifier, context, next) => { if (specifier.startsWith('@opentelemetry/')) { ${atImport} } return next(specifier, context) }`
  const register = `import { register } from 'node:module'; register(${JSON.stringify(dataUrl(hook))})`
  const file = join(temporaryFolder(), 'program.mjs')
  writeFileSync(file, `import { createGateway } from ${JSON.stringify(gateway)}\n${program}`)
  const child = spawn(process.execPath, ['--import', dataUrl(register), file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>])
  expect(status).toBe(0)
  return output
}

const dataUrl = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`

test('OpenTelemetry is loaded with an endpoint, and not without one', async () => {
  const output = await run(
    `const open = async (options) => { const gateway = await createGateway({ port: 0, pages: ${pages}, ...options }); await gateway.ready; await gateway.close() }
    await open({})
    console.log('without')
    await open({ ${TELEMETRY} })
    console.log('with')`,
    `writeSync(1, 'loaded ' + specifier + '\\n')`,
  )
  const [before, after] = output.split('without\n')
  expect(before).toBe('')
  expect(after).toContain('loaded @opentelemetry/sdk-trace\n')
  expect(after).toMatch(/with\n$/)
})

test('where a package is missing, the gateway says which ones to install', async () => {
  const output = await run(
    `await createGateway({ port: 0, pages: ${pages}, ${TELEMETRY} }).catch(({ code, message }) => console.log(code, message))`,
    `throw Object.assign(new Error("Cannot find package '" + specifier + "'"), { code: 'ERR_MODULE_NOT_FOUND' })`,
  )
  expect(output).toContain('INVALID_ARGUMENT createGateway: telemetry needs the packages of OpenTelemetry')
  expect(output).toContain('npm install @opentelemetry/api @opentelemetry/resources @opentelemetry/sdk-trace')
})
