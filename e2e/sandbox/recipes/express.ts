// server.ts
import { createMintEndpoint, createSandboxHandler } from 'casement/sandbox'
import { fetchListener, toNodeListener } from 'casement/sandbox/node'
import express from 'express'

const { PORT = '4400', SECRET = '', DOMAIN = '', HOST_ORIGIN = '' } = process.env
const sandbox = createSandboxHandler({ secret: SECRET, domain: DOMAIN, hostOrigins: [HOST_ORIGIN] })

const app = express()
// First: no middleware may read the bodies, or set cookies and headers, on the origins of Views.
app.use(toNodeListener(sandbox))
app.all('/casement/mint', fetchListener(createMintEndpoint(sandbox)))
app.listen(Number(PORT), '127.0.0.1')
