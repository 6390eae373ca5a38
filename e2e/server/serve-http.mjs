// Serves the weather over HTTP and prints where. The port is the first argument.
import { serve } from 'casement/server'
import { weatherApp } from './weather.mjs'

const served = await serve(weatherApp, { http: { port: Number(process.argv[2] ?? 0) } })
process.stdout.write(`${served.url}\n`)
await served.closed
