import { defineApp, result, tool } from '../../packages/casement/dist/server/index.js'
import { CSP, forecast, HTML, INFO, INPUT, NAMES, OUTPUT } from './forecast.mjs'

const forecastTool = tool({
  description: 'The weather of a city',
  input: INPUT,
  output: OUTPUT,
  run: (input) => {
    const { text, data } = forecast(input)
    return result({ model: text, view: data })
  },
})

export const app = defineApp({
  ...INFO,
  view: { html: HTML, csp: CSP },
  tools: Object.fromEntries(NAMES.map((name) => [name, forecastTool])),
})
