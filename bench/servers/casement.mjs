import { serve } from '../../packages/casement/dist/server/index.js'
import { app } from './casement-app.mjs'
import { report } from './forecast.mjs'

const served = await serve(app, { http: 0, signals: false })
report(served.url ?? '')
