import { recorder } from 'casement/view/recorder'

// Logs the recording at the end, so that the test page sees it. Imported before the SDK, so that it runs before the SDK responds.
addEventListener('message', ({ data }: MessageEvent<{ method?: string }>) => {
  if (data.method !== 'ui/resource-teardown') return
  const params = { level: 'info', data: { event: 'recording', detail: recorder.recording() } }
  window.parent.postMessage({ jsonrpc: '2.0', method: 'notifications/message', params }, /* opaque: a test page */ '*')
})
