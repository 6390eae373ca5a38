import { defineApp, result, serve, tool } from '../../packages/casement/dist/server/index.js'
import { CSP, forecast, HTML, INFO, INPUT, NAMES, OUTPUT, report } from './forecast.mjs'

const one = tool({
  description: 'The weather of a city',
  input: INPUT,
  output: OUTPUT,
  run: (input) => {
    const { text, data } = forecast(input)
    return result({ model: text, view: data })
  },
})
const tools = Object.fromEntries(NAMES.map((name) => [name, one]))
const app = defineApp({ ...INFO, view: { html: HTML, csp: CSP }, tools })
const served = await serve(app, { http: 0, signals: false })
report(served.url ?? '')
