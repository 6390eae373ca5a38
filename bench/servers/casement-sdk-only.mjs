// The same server with its fast path switched off: every request goes through the official SDK.
import { prepareApp } from '../../packages/casement/dist/server/app/prepare-app.js'
import { serveOverHttp } from '../../packages/casement/dist/server/http/serve-http.js'
import { app } from './casement-app.mjs'
import { INFO, report } from './forecast.mjs'

const context = { apps: [await prepareApp(app)], info: INFO, onwarning: () => {}, onerror: console.error }
const served = await serveOverHttp(context, { port: 0 }, { fastPath: false })
report(served.url ?? '')
