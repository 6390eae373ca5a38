import type { Poll } from './polls.ts'

/**
 * A widget as people wrote them for MCP-UI: one HTML text with the data inside, actions by `postMessage` with a `messageId`, answers by
 * `ui-message-response`, its size by `ui-size-change`. It knows nothing of MCP Apps.
 */
export const pollWidget = (poll: Poll): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Poll</title>
<style>
  :root { color-scheme: light; --line: light-dark(#e2e2db, #383834); --bar: light-dark(#e0f2ef, #17403c); --text: light-dark(#1d1d1a, #f1f1ec) }
  body { margin: 0; padding: 16px; background: light-dark(#fff, #191918); color: var(--text); font: 14px/1.5 system-ui, sans-serif }
  h1 { margin: 0 0 12px; font-size: 18px }
  #answers { display: grid; gap: 8px }
  button { position: relative; display: flex; justify-content: space-between; gap: 12px; min-height: 44px; align-items: center; padding: 0 14px; overflow: hidden; border: 1px solid var(--line); border-radius: 8px; background: none; color: inherit; font: inherit; text-align: left; cursor: pointer }
  button:focus-visible { outline: 2px solid #0b7a70; outline-offset: 2px }
  button::before { content: ''; position: absolute; inset: 0 auto 0 0; width: var(--part, 0%); background: var(--bar); transition: width .3s }
  button span { position: relative }
  #said { min-height: 1.5em; margin: 10px 0 0; opacity: .75; font-size: 13px }
</style>
</head>
<body>
<h1></h1>
<div id="answers"></div>
<p id="said" role="status">Choose one.</p>
<script>
  let poll = ${JSON.stringify(poll).replaceAll('<', String.raw`\u003c`)}
  let messages = 0
  const said = document.getElementById('said')

  function ask(type, payload) {
    const messageId = 'poll-' + ++messages
    return new Promise((resolve, reject) => {
      addEventListener('message', function hear({ data }) {
        if (!data || data.type !== 'ui-message-response' || data.messageId !== messageId) return
        removeEventListener('message', hear)
        data.payload.error ? reject(data.payload.error) : resolve(data.payload.response)
      })
      parent.postMessage({ type, messageId, payload }, '*')
    })
  }

  async function choose(answer) {
    said.textContent = 'Counting…'
    try {
      const { structuredContent } = await ask('tool', { toolName: 'vote', params: { poll: poll.id, answer } })
      poll = structuredContent
      said.textContent = 'You chose ' + poll.answers[answer].text + '.'
    } catch (error) {
      said.textContent = 'Not counted: ' + (error.message || error)
    }
    show()
  }

  function show() {
    const all = poll.answers.reduce((sum, { votes }) => sum + votes, 0)
    document.querySelector('h1').textContent = poll.question
    document.getElementById('answers').replaceChildren(...poll.answers.map(({ text, votes }, index) => {
      const button = document.createElement('button')
      for (const part of [text, all ? votes + (votes === 1 ? ' vote' : ' votes') : '']) button.appendChild(document.createElement('span')).textContent = part
      button.style.setProperty('--part', all ? (votes / all) * 100 + '%' : '0%')
      button.onclick = () => choose(index)
      return button
    }))
  }

  addEventListener('message', ({ data }) => {
    const theme = data && data.type === 'ui-lifecycle-iframe-render-data' && data.payload.renderData && data.payload.renderData.theme
    if (theme) document.documentElement.style.colorScheme = theme
  })
  new ResizeObserver(() => parent.postMessage({ type: 'ui-size-change', payload: { height: document.documentElement.scrollHeight } }, '*')).observe(document.body)
  show()
  parent.postMessage({ type: 'ui-lifecycle-iframe-ready' }, '*')
</script>
</body>
</html>`
