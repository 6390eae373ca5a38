#!/usr/bin/env node
// Committed, not built: npm links commands when it installs, and a clone has no dist folder at that point.
import { existsSync } from 'node:fs'

const entry = new URL('../dist/index.js', import.meta.url)
if (!existsSync(entry)) await import('../../../scripts/build-for-command.mjs')
const { runCommand } = await import(entry.href)
process.exitCode = await runCommand(process.argv.slice(2))
