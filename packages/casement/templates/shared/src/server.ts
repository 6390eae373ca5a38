import { serve } from 'casement/server'
import { app } from './app.ts'

// Over HTTP when PORT is set, over stdio otherwise, which is how desktop clients start a server.
const port = process.env['PORT']
const { url } = await serve(app, port === undefined ? {} : { http: Number(port) })
// Over stdio, standard output belongs to the protocol.
if (url) process.stderr.write(`{{project-name}} listens at ${url}\n`)
