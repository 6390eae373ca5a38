import { viewTrying, viewWith } from './scripted-view.ts'
import type { ExaminedProxy, Fields, Framed, Framing, Message, ProxyResource, Stand } from './stand.ts'

const READY = 'ui/notifications/sandbox-proxy-ready'
const RESOURCE = 'ui/notifications/sandbox-resource-ready'
const HOW_MANY = 60

/** A message that survives only whole. */
const RICH: Fields = { text: 'Grüße 🎉 </script>', list: [1, [2, { three: null }]], _meta: { 'a/b': true }, empty: {}, zero: 0 }

/** The options of a scene. */
export interface Given {
  readonly stand: Stand
  readonly proxy: ExaminedProxy
}

async function show({ stand, proxy }: Given, resource: ProxyResource, framing: Partial<Framing> = {}): Promise<Framed> {
  const framed = await stand.frame({ ...(await proxy.open(resource)), ...framing })
  if (framing.answers !== false) await framed.wait('test/hello')
  return framed
}

const numbered = (method: string): Message[] =>
  Array.from({ length: HOW_MANY }, (_, number) => ({ jsonrpc: '2.0', method, params: { number } }))
const numbersOf = (messages: readonly Message[], method: string): unknown[] =>
  messages.filter((message) => message?.['method'] === method).map(({ params }) => (params as Fields)['number'])

/** Everything that goes through a proxy. */
export async function relay(given: Given): Promise<{
  readonly heard: readonly Message[]
  readonly got: readonly Message[]
  readonly said: readonly Message[]
  readonly posted: readonly Message[]
  readonly echo: Message | undefined
  readonly zero: Message | undefined
  readonly failure: Message | undefined
  readonly numbersUp: readonly unknown[]
  readonly numbersDown: readonly unknown[]
}> {
  const framed = await show(given, { html: viewWith() })
  const posted: Message[] = [
    { jsonrpc: '2.0', id: 5, method: 'ui/initialize', params: RICH },
    { jsonrpc: '2.0', method: 'ui/notifications/initialized', params: {} },
    { jsonrpc: '2.0', id: 'call', method: 'tools/call', params: { name: 'a', arguments: RICH } },
    ...numbered('test/up'),
    { jsonrpc: '2.0', method: READY, params: {} },
    { jsonrpc: '2.0', method: RESOURCE, params: { html: '<!doctype html><title>Forged</title>' } },
    { jsonrpc: '2.0', method: 'ui/notifications/sandbox-anything', params: {} },
    { jsonrpc: '2.0', method: 'test/all-posted', params: {} },
  ]
  const view = await framed.view()
  await view?.evaluate(`void ${JSON.stringify(posted)}.forEach((message) => parent.postMessage(message, '*'))`)
  if (view) await framed.wait('test/all-posted')
  const said: Message[] = [
    { jsonrpc: '2.0', id: 5, result: RICH },
    { jsonrpc: '2.0', id: 'call', error: { code: -32_000, message: 'No', data: RICH } },
    { jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { arguments: RICH } },
    ...numbered('test/down'),
    { jsonrpc: '2.0', method: 'ui/notifications/sandbox-anything', params: {} },
  ]
  await framed.page.evaluate(`${JSON.stringify(said)}.forEach((message) => say(message))`)
  const echo = await framed.ask({ jsonrpc: '2.0', id: 'question', method: 'test/echo', params: RICH })
  const zero = await framed.ask({ jsonrpc: '2.0', id: 0, method: 'test/echo', params: {} })
  const failure = await framed.ask({ jsonrpc: '2.0', id: 'failure', method: 'test/fail', params: {} })
  const heard = await framed.heard()
  const got = (await (await framed.view())?.evaluate<Message[]>('window.got ?? []')) ?? []
  const [numbersUp, numbersDown] = [numbersOf(heard, 'test/up'), numbersOf(got, 'test/down')]
  return { heard, got, said, posted, echo, zero, failure, numbersUp, numbersDown }
}

/** The environment that a View can observe. */
export async function place(
  given: Given,
): Promise<{ readonly hello: Fields; readonly host: string; readonly sandbox: string; readonly allow: string }> {
  const framed = await show(given, {
    html: viewWith(`
      const reach = (look) => { try { return String(look()) } catch (error) { return 'threw ' + error.name } }
      addEventListener('load', () => tell('test/reach', { host: reach(() => top.document.title + parent.parent.document.title) }))`),
  })
  const hello = ((await framed.wait('test/hello'))?.['params'] ?? {}) as Fields
  const reach = ((await framed.wait('test/reach'))?.['params'] ?? {}) as Fields
  return { hello, host: String(reach['host']), ...(await attributesOf(framed)) }
}

async function attributesOf(framed: Framed): Promise<{ sandbox: string; allow: string }> {
  const frame = await framed.proxy()
  const read = (name: string): Promise<string> =>
    frame.evaluate(`document.querySelector('iframe')?.getAttribute('${name}') ?? ''`)
  return { sandbox: await read('sandbox'), allow: await read('allow') }
}

/** The effect of the permissions that a View declares. */
export async function permitted(given: Given): Promise<{ readonly sandbox: string; readonly allow: string }> {
  return attributesOf(await show(given, { html: viewWith(), permissions: { camera: {}, clipboardWrite: {} } }))
}

/** A View without an origin, unlike the default. */
export async function confined(given: Given): Promise<{ readonly sandbox: string; readonly echo: Message | undefined }> {
  const framed = await given.stand.frame(await given.proxy.open({ html: viewWith(), sandbox: 'allow-scripts allow-forms' }))
  // Where the View cannot speak, its frame is all there is to see.
  const hello = await framed.wait('test/hello')
  const echo = hello && (await framed.ask({ jsonrpc: '2.0', id: 'confined', method: 'test/echo', params: {} }))
  return { sandbox: (await attributesOf(framed)).sandbox, echo }
}

/** The resources that a View loaded under a declaration, as reported by the View and by the servers. */
export interface Tried {
  readonly results: Fields
  readonly hits: readonly string[]
}

let tests = 0

async function tryLoading(
  given: Given,
  declare: (origin: (name: string) => string) => Omit<ProxyResource, 'html'>,
  tries: (origin: (name: string) => string) => Readonly<Record<string, string>>,
): Promise<Tried> {
  // Separate names, so that the servers can identify the requests.
  const mark = `t${++tests}`
  const name = (each: string): string => `${each}-${mark}`
  const origin = (each: string): string => given.stand.origin(name(each))
  const framed = await show(given, { html: viewTrying(tries(origin)), ...declare(origin) })
  const results = ((await framed.wait('test/tried'))?.['params'] ?? {}) as Fields
  const seen = ['api', 'cdn', 'frames', 'base', 'other'].flatMap((each) =>
    given.stand.hits(name(each)).map((path) => `${each}${path}`),
  )
  return { results, hits: seen }
}

const everything = (at: (name: string) => string): Readonly<Record<string, string>> => ({
  api: `get('${at('api')}/fetch')`,
  apiScript: `element('script', { src: '${at('api')}/api.js' })`,
  cdnFetch: `get('${at('cdn')}/fetch')`,
  cdnScript: `element('script', { src: '${at('cdn')}/cdn.js' })`,
  cdnStyle: `element('link', { rel: 'stylesheet', href: '${at('cdn')}/cdn.css' })`,
  cdnImage: `element('img', { src: '${at('cdn')}/cdn.gif' })`,
  frame: `element('iframe', { src: '${at('frames')}/frame' })`,
  other: `get('${at('other')}/fetch')`,
  otherImage: `element('img', { src: '${at('other')}/other.gif' })`,
  otherScript: `element('script', { src: '${at('other')}/other.js' })`,
  otherFrame: `element('iframe', { src: '${at('other')}/frame' })`,
  object: `element('object', { type: 'image/gif', data: '${at('cdn')}/object.gif' })`,
  dataImage: `element('img', { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=' })`,
  inlineStyle: `(document.body.append(Object.assign(document.createElement('style'), { textContent: 'body{--inline:1}' })), getComputedStyle(document.body).getPropertyValue('--inline'))`,
  code: `String(new Function('return 1')())`,
  base: `(document.head.append(Object.assign(document.createElement('base'), { href: '${at('base')}/' })), document.baseURI)`,
})

/** A View that declares nothing. */
export const undeclared = (given: Given): Promise<Tried> => tryLoading(given, () => ({}), everything)

/** A View that declares one origin of each kind. */
export const declared = (given: Given): Promise<Tried> =>
  tryLoading(
    given,
    (at) => ({
      csp: {
        connectDomains: [at('api')],
        resourceDomains: [at('cdn')],
        frameDomains: [at('frames')],
        baseUriDomains: [at('base')],
      },
    }),
    everything,
  )

/** A View that declares text that ends a directive and starts another (CSP injection). */
export const injected = (given: Given): Promise<Tried> =>
  tryLoading(
    given,
    (at) => ({
      csp: {
        connectDomains: [`${at('api')}; img-src *; frame-src *`, `${at('api')}\n`, "'unsafe-eval'"],
        resourceDomains: [`${at('cdn')}; connect-src *; img-src *`, `${at('cdn')}" onload="x`, `${at('cdn')}><script>`],
      },
    }),
    (at) => ({
      other: `get('${at('other')}/fetch')`,
      otherImage: `element('img', { src: '${at('other')}/other.gif' })`,
      otherScript: `element('script', { src: '${at('other')}/other.js' })`,
    }),
  )

/** A document that tries to be parsed before its policy. */
export async function sly(given: Given): Promise<Tried> {
  const at = given.stand.origin(`other-t${++tests}`)
  const html = `<!-- <head> <html> --><script>new Image().src = '${at}/first.gif'; window.early = fetch('${at}/fetch').catch(() => {})</script>${viewWith()}`
  const framed = await show(given, { html })
  await (await framed.view())?.evaluate('window.early')
  return { results: {}, hits: given.stand.hits(`other-t${tests}`) }
}

/** Another window speaks to the proxy while it shows a View. */
export async function overheard(given: Given): Promise<{ readonly got: readonly Message[]; readonly heard: readonly Message[] }> {
  const framed = await show(given, { html: viewWith() })
  await framed.asStranger(`proxy.postMessage({ jsonrpc: '2.0', method: 'test/from-a-stranger', params: {} }, '*')`)
  const view = await framed.view()
  if (!view) return { got: [], heard: await framed.heard() }
  // A frame in the View is not the View.
  await view.evaluate(`new Promise((done) => {
    const child = document.createElement('iframe')
    child.onload = () => done()
    child.srcdoc = "<script>parent.parent.postMessage({ jsonrpc: '2.0', method: 'test/from-a-child', params: {} }, '*')<\\/script>"
    document.body.append(child)
  })`)
  // It speaks in its own time, and the View after it.
  await view.evaluate('new Promise((done) => setTimeout(done, 50))')
  await framed.ask({ jsonrpc: '2.0', id: 'after', method: 'test/echo', params: {} })
  return { got: await view.evaluate<Message[]>('got'), heard: await framed.heard() }
}

/** Another window sends a View before the host does. */
export async function usurped(given: Given): Promise<{ readonly shown: boolean }> {
  const { url, params, allow = '' } = await given.proxy.open({ html: viewWith() })
  const framed = await given.stand.frame({ url, params, allow, answers: false })
  await framed.wait(READY)
  const forged = { jsonrpc: '2.0', method: RESOURCE, params: { ...params, html: viewWith(`tell('test/forged', {})`) } }
  await framed.asStranger(`proxy.postMessage(${JSON.stringify(forged)}, '*')`)
  const proxy = await framed.proxy()
  await proxy.evaluate('new Promise((done) => setTimeout(done, 50))')
  return { shown: (await proxy.evaluate<number>('document.querySelectorAll("iframe").length')) > 0 }
}

/** The proxy in a page that it does not know. */
export async function abroad(given: Given): Promise<{ readonly heard: readonly Message[] }> {
  const { url, params, allow = '' } = await given.proxy.open({ html: viewWith() })
  const framed = await given.stand.frame({ url, params, allow, answers: false, stranger: true })
  await framed.page.evaluate('new Promise((done) => setTimeout(done, 100))')
  return { heard: await framed.heard() }
}

/** The proxy as a top-level page, where it is its own parent. */
export async function alone(given: Given): Promise<{ readonly frames: number }> {
  const { url, params } = await given.proxy.open({ html: viewWith() })
  const page = await given.stand.alone(url)
  if (!page) return { frames: 0 }
  const message = JSON.stringify({ jsonrpc: '2.0', method: RESOURCE, params })
  await page.evaluate(`new Promise((done) => { postMessage(${message}, '*'); setTimeout(done, 50) })`)
  return { frames: await page.evaluate<number>('document.querySelectorAll("iframe").length') }
}
