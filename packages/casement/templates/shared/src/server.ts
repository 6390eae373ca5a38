import { serve } from 'casement/server'
import { app } from './app.ts'

// Over HTTP when PORT is set, over stdio otherwise, which is how desktop clients start a server.
const port = process.env['PORT']
const { url } = await serve(app, port === undefined ? {} : { http: Number(port) })
if (url) console.error(`{{project-name}} listens at ${url}`)
