// A small app that the tests serve by stdio and HTTP.
import { defineApp, result, tool } from 'casement/server'
import { z } from 'zod'

const page = `<!doctype html><html><head><title>Weather</title></head><body><output id="out">waiting</output><script>
const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
addEventListener('message', ({ data }) => {
  if (data.id === 1 && data.result) send({ method: 'ui/notifications/initialized', params: {} })
  if (data.method === 'ui/notifications/tool-result') document.getElementById('out').textContent = JSON.stringify(data.params.structuredContent)
})
send({ id: 1, method: 'ui/initialize', params: { protocolVersion: '2026-01-26', appInfo: { name: 'weather', version: '1' }, appCapabilities: {} } })
</script></body></html>`

/** @type {(() => void)[]} */
const waiting = []

export const weatherApp = defineApp({
  name: 'weather',
  version: '1.2.3',
  title: 'Weather',
  instructions: 'Ask for one city at a time.',
  view: {
    html: page,
    csp: { connectDomains: ['https://api.weather.test'] },
    permissions: { geolocation: {} },
    prefersBorder: true,
  },
  tools: {
    forecast: tool({
      title: 'Forecast',
      description: 'The weather of a city',
      input: z.object({ city: z.string(), days: z.number().int().default(1) }),
      output: z.object({ city: z.string(), degrees: z.number(), days: z.number() }),
      annotations: { readOnlyHint: true },
      text: ({ city, degrees }) => `In words: ${city} has ${degrees} degrees`,
      run: ({ city, days }) => {
        if (city === 'Atlantis') throw new Error('Atlantis has sunk')
        return result({ model: `${city}: 21 degrees`, view: { city, degrees: 21, days }, private: { station: 'secret-7' } })
      },
    }),
    refresh: tool({
      visibility: ['app'],
      run: () => {
        for (const go of waiting.splice(0)) go()
        return result({ view: { degrees: 22 } })
      },
    }),
    // Reports its steps, and is done once refresh has been called.
    steps: tool({
      input: { count: z.number() },
      view: false,
      run: async ({ count }, { progress, signal }) => {
        const refreshed = new Promise((resolve) => waiting.push(() => resolve(undefined)))
        for (let step = 1; step <= count && !signal.aborted; step++) await progress(step, count, `step ${step}`)
        await refreshed
        return `${count} steps`
      },
    }),
    whoami: tool({ view: false, run: (_, { apps, auth }) => result({ view: { apps: apps ?? 'unknown', auth: auth ?? null } }) }),
    slow: tool({
      view: false,
      input: { ms: z.number() },
      run: async ({ ms }, { signal, progress }) => {
        await progress(0, 1, 'asleep')
        return new Promise((resolve) => {
          const timer = setTimeout(() => resolve('slept'), ms)
          signal.addEventListener('abort', () => {
            clearTimeout(timer)
            resolve('aborted')
          })
        })
      },
    }),
  },
})
