// Preloaded into published servers with `node --import`: answers for the two sites that they fetch from, so that they need no network.
// The servers themselves are unchanged. $CASEMENT_VIDEO is the file that stands for every video.
import { readFileSync } from 'node:fs'

const article = `<html><body><div id="mw-content-text"><div class="mw-parser-output"><p>
<a href="/wiki/Protocol" title="Protocol">Protocol</a> <a href="/wiki/JSON-RPC" title="JSON-RPC">JSON-RPC</a>
<a href="/wiki/Open_standard" title="Open standard">Open standard</a></p></div></div></body></html>`

const { fetch } = globalThis
globalThis.fetch = async (request, options) => {
  const url = new URL(request instanceof Request ? request.url : request)
  if (url.hostname.endsWith('.wikipedia.org')) return new Response(article, { headers: { 'Content-Type': 'text/html' } })
  if (url.hostname === 'test-videos.co.uk')
    return new Response(readFileSync(process.env['CASEMENT_VIDEO'] ?? ''), { headers: { 'Content-Type': 'video/mp4' } })
  return fetch(request, options)
}
