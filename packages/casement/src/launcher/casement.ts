#!/usr/bin/env node
import { launch } from './launch.ts'

process.exitCode = await launch(process.argv.slice(2))
