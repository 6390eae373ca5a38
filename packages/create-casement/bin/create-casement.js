#!/usr/bin/env node
import { existsSync } from 'node:fs'

// A clone has no dist folder before its first build.
const entry = new URL(import.meta.resolve('casement/create'))
if (!existsSync(entry)) await import('../../../scripts/build-for-command.mjs')
const { runCommand } = await import(entry.href)

// In a clone, a new project gets the packages of the clone.
const packer = new URL('../../../scripts/pack-for-project.mjs', import.meta.url)
const isClone = !import.meta.url.includes('/node_modules/') && existsSync(packer)
const prepareProject = async (folder) => (await import(packer.href)).usePackedPackages(folder)
process.exitCode = await runCommand(process.argv.slice(2), isClone ? prepareProject : undefined)
