import type { Finding } from '../catalogue/finding.ts'
import { detectSdk } from '../static/detect-sdk.ts'
import type { ViewDocument } from '../static/view-document.ts'

const REACT = /\bcreateRoot\b|react-dom|__REACT_DEVTOOLS|\buseSyncExternalStore\b/

/** The finding with a sample in the SDK and framework that the View was built with, where the catalogue's is for an App. */
export function withOwnSample(finding: Finding, document: ViewDocument | undefined): Finding {
  if (!document || !finding.sample.includes('app.ontoolresult')) return finding
  if (detectSdk(document)?.name === 'written by hand') return { ...finding, sample: BY_HAND }
  return REACT.test(document.script) ? { ...finding, sample: IN_REACT } : finding
}

const BY_HAND = `addEventListener('message', ({ source, data }) => {
  if (source === window.parent && data.method === 'ui/notifications/tool-result') show(data.params.structuredContent)
})
request('ui/initialize', params) // after the listener`

const IN_REACT = `const { app } = useApp({
  appInfo,
  capabilities: {},
  onAppCreated: (app) => { app.ontoolresult = ({ structuredContent }) => setData(structuredContent) },
})`
