#!/usr/bin/env node
import { runCommand } from './run-command.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  exit: (code) => process.exit(code),
})
