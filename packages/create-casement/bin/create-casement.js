#!/usr/bin/env node
import { runCommand } from 'casement/create'

process.exitCode = await runCommand(process.argv.slice(2))
