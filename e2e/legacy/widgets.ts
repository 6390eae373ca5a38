/** A typical MCP-UI widget: it posts to its parent and listens on the window. It stores received messages in `heard`. */
export const WIDGET = `<!doctype html><html><head><title>Widget</title></head><body style="margin:0">
<div id="box" style="height:222px">A widget of the past</div>
<script>
  window.heard = []
  window.wrongSource = 0
  window.addEventListener('message', (event) => {
    if (!event.data || !event.data.type) return
    if (event.source !== window.parent) window.wrongSource++
    heard.push(event.data)
  })
  window.send = (message) => window.parent.postMessage(message, '*')
  let count = 0
  // What the documentation of MCP-UI shows for messages that are answered.
  window.ask = (type, payload) => new Promise((resolve, reject) => {
    const messageId = 'message-' + ++count
    const receive = ({ data }) => {
      if (data?.type !== 'ui-message-response' || data.messageId !== messageId) return
      window.removeEventListener('message', receive)
      if (data.payload.error) reject(data.payload.error)
      else resolve(data.payload.response)
    }
    window.addEventListener('message', receive)
    window.parent.postMessage({ type, messageId, payload }, '*')
  })
  send({ type: 'ui-lifecycle-iframe-ready' })
</script></body></html>`

/** A widget as people wrote them for ChatGPT. */
export const OPENAI_WIDGET = `<!doctype html><html><head><title>Widget</title></head><body style="margin:0">
<div style="height:111px" id="out"></div>
<script>
  window.atStart = { theme: typeof window.openai.theme, toolOutput: window.openai.toolOutput, call: typeof window.openai.callTool }
  window.changes = []
  window.addEventListener('openai:set_globals', (event) => {
    changes.push(Object.keys(event.detail.globals))
    document.getElementById('out').textContent = JSON.stringify(window.openai.toolOutput)
  })
</script></body></html>`
