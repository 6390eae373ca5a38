#!/usr/bin/env node
// Committed, not built: npm links commands when it installs, and a clone has no dist folder at that point.
import { existsSync } from 'node:fs'

const entry = new URL('../dist/launcher/launch.js', import.meta.url)
if (!existsSync(entry)) await import('../../../scripts/build-for-command.mjs')
const { launch } = await import(entry.href)

// In a clone, a new project gets the packages of the clone.
const packer = new URL('../../../scripts/pack-for-project.mjs', import.meta.url)
const isClone = !import.meta.url.includes('/node_modules/') && existsSync(packer)
const prepareProject = async (folder) => (await import(packer.href)).usePackedPackages(folder)
process.exitCode = await launch(process.argv.slice(2), isClone ? prepareProject : undefined)
