/** A mechanism that is not in the corpus, because it does not get out of the weakest host either: a check that cannot fail shows nothing. */
export interface NotDemonstrable {
  readonly what: string
  readonly why: string
}

/** Attacks that were tried in Chromium 156 and left out. */
export const notDemonstrable: readonly NotDemonstrable[] = [
  { what: 'link dns-prefetch', why: 'a question to the DNS does not reach a canary on loopback' },
  { what: 'link icon, link manifest', why: 'only fetched for the document of a tab, never for one in a frame' },
  {
    what: 'Report-To, Reporting-Endpoints, NEL',
    why: 'need a response header; a View is markup, and a meta element cannot set them',
  },
  { what: 'speculation rules', why: 'ignored in a frame' },
  { what: 'filter: url() and SVG use from another origin', why: 'Chromium does not ask another origin for them' },
  { what: 'href in MathML', why: 'not a link in Chromium' },
  { what: 'XSLT document() and XML external entities', why: 'disabled in Chromium' },
  { what: 'portal, fencedframe', why: 'removed, or not without the browser making the address' },
  {
    what: 'the shared worker of another app',
    why: 'found by its address, and what two apps could both name (data:, blob:) is never shared',
  },
  { what: 'parent.location of a frame from another origin', why: 'the browser lets only a frame of the same origin do it' },
  { what: 'a service or shared worker from another origin', why: 'the browser wants the same origin, whatever the host does' },
  { what: 'autofocus', why: 'a browser does not follow it when something has the focus already' },
  { what: 'navigator.clipboard without a click', why: 'the browser wants the focus in the frame first' },
  { what: 'pointer lock', why: 'a page cannot see that a frame in it holds the pointer' },
  { what: 'document picture-in-picture', why: 'only for the document of a tab' },
  { what: 'print()', why: 'headless Chromium prints nothing, and no event tells that it was asked' },
  {
    what: 'camera and microphone',
    why: 'nothing outside the View can see that it records; the granted features are judged by the allow attribute',
  },
  { what: 'a balloon of 300 MB', why: 'no host page dies of it, not even one in the same process' },
]
