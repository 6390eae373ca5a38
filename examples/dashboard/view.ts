import { connect, type OutputOf } from 'casement/view/typed'
import { followHost } from '../shared/follow-host.ts'
import { find, make } from '../shared/page.ts'
import type { app } from './app.ts'
import { compact, drawChart } from './chart.ts'

type Metrics = OutputOf<typeof app, 'show-metrics'>

const RANGES: readonly Metrics['range'][] = ['1h', '24h', '7d']
const EVERY = 5_000

const view = followHost(await connect<typeof app>())
const live = view.app.state('live', false)
let shown: Metrics | undefined

const timeOf = (at: number): string =>
  Intl.DateTimeFormat(
    'en-GB',
    shown?.range === '7d' ? { weekday: 'short', hour: '2-digit' } : { hour: '2-digit', minute: '2-digit' },
  ).format(at)

const say = (text: string): void => void (find('#measured').textContent = text)

function show(metrics: Metrics): void {
  shown = metrics
  find('#total').textContent = compact(metrics.total)
  find('#p95').textContent = `${metrics.p95} ms`
  find('#errors').textContent = `${metrics.errors} %`
  say(`Measured at ${Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }).format(metrics.measuredAt)}`)
  find('.segments').replaceChildren(...RANGES.map(rangeButton))
  const most = Math.max(...metrics.routes.map(({ requests }) => requests))
  const rows = metrics.routes.map(({ route, requests }) => {
    const bar = make('span', { class: 'bar' })
    bar.style.width = `${(requests / most) * 100}%`
    return make('li', {}, make('code', {}, route), bar, compact(requests))
  })
  find('#routes').replaceChildren(...rows)
  draw()
}

function draw(): void {
  if (!shown) return
  const points = shown.points.map(({ at, requests }) => ({ at, value: requests }))
  drawChart(points, timeOf, (point) => {
    find('#hint').textContent = point ? `${timeOf(point.at)}: ${compact(point.value)}` : '\u00a0'
  })
}

function rangeButton(range: Metrics['range']): HTMLElement {
  const button = make('button', { type: 'button', 'aria-pressed': String(range === shown?.range) }, range)
  button.onclick = () => void refresh(range)
  return button
}

async function refresh(range: Metrics['range']): Promise<void> {
  try {
    show(await view.call('refresh-metrics', { range }))
    find('#problem').textContent = ''
    await tellModel()
  } catch (error) {
    find('#problem').textContent = `Not refreshed: ${error instanceof Error ? error.message : String(error)}`
  }
}

async function tellModel(): Promise<void> {
  if (!shown || !view.app.getHostCapabilities()?.updateModelContext) return
  const { range, total, p95, errors } = shown
  const text = `The dashboard shows the last ${range}: ${total} requests, 95th percentile ${p95} ms, ${errors} % errors.`
  await view.app.updateModelContext({ content: [{ type: 'text', text }] })
}

const box = find('#live', HTMLInputElement)
box.onchange = () => void live.set(box.checked)
live.subscribe(() => {
  box.checked = live.get()
})
setInterval(() => {
  if (live.get() && shown && document.visibilityState === 'visible') void refresh(shown.range)
}, EVERY)
addEventListener('resize', draw)

find('#explain').onclick = () => {
  const text = `Explain the metrics of the last ${shown?.range ?? '24h'} to me: is anything unusual?`
  void view.app.sendMessage({ role: 'user', content: [{ type: 'text', text }] })
}
view.on('show-metrics', {
  result: (metrics) => (metrics ? show(metrics) : say('There are no numbers to show')),
  cancelled: () => say('The numbers were not fetched'),
})
