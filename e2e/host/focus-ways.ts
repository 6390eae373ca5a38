import { casementView } from './stage.ts'

const LOOP = (code: string): string => `setInterval(() => { try { ${code} } catch {} }, 1)`
const NESTED = `document.querySelector('iframe')`

/** The ways in which a View without any user activation takes the focus, by name: code that runs in it once. */
export const WAYS: Readonly<Record<string, string>> = {
  'element.focus': `field.focus()`,
  'window.focus': `focus()`,
  'input.select': `field.select()`,
  'label.click': `document.querySelector('label').click()`,
  'dialog.showModal': `document.querySelector('dialog').showModal()`,
  'popover with autofocus': `document.querySelector('[popover]').showPopover()`,
  'form.reportValidity': `document.querySelector('form').reportValidity()`,
  'the fragment of the URL': `location.hash = 'target'`,
  'a selection in an editable element': `getSelection().collapse(document.querySelector('[contenteditable]'), 0)`,
  'autofocus of a new element': `document.body.insertAdjacentHTML('beforeend', '<input autofocus>')`,
  'an element of a nested frame': `${NESTED}.contentDocument.querySelector('input').focus()`,
  'the window of a nested frame': `${NESTED}.contentWindow.focus()`,
  'autofocus in a nested frame': `const f = document.createElement('iframe'); f.srcdoc = '<input autofocus><script>addEventListener("keydown", ({ key }) => parent.got += key)</' + 'script>'; document.body.append(f)`,
  'element.focus of another realm': `${NESTED}.contentWindow.HTMLElement.prototype.focus.call(field)`,
  'window.focus of another realm': `${NESTED}.contentWindow.eval('focus').call(window)`,
  'the window of the proxy': `parent.focus()`,
  'the windows around it': `top.focus(); parent.focus(); for (let n = 0; n < top.length; n++) top[n].focus()`,
  'its document written again': `document.open(); document.write('<input id="field"><script>addEventListener("keydown", ({ key }) => got += key); const f = document.createElement("iframe"); document.body.append(f); f.contentWindow.HTMLElement.prototype.focus.call(field)</' + 'script>'); document.close()`,
  'element.focus, without end': LOOP(`field.focus()`),
  'a nested frame, without end': LOOP(`${NESTED}.contentDocument.querySelector('input').focus()`),
  'another realm, without end': LOOP(
    `document.activeElement.blur(); ${NESTED}.contentWindow.HTMLElement.prototype.focus.call(field)`,
  ),
}

/** A View that takes the focus in the way that its locale names, and counts the keys that it gets. */
export const thievingView = (): Promise<string> =>
  casementView(
    `<div style="height:300px"><form><label for="field">Field</label><input id="field" required><button type="button" id="go">Go</button></form>
    <div contenteditable>text</div><a id="target" href="#x">target</a><dialog><input></dialog><div popover><input autofocus></div>
    <iframe srcdoc="<input>"></iframe></div>
    <script>
      window.got = ''
      const listen = (w) => w.addEventListener('keydown', ({ key }) => { got += key })
      listen(window)
      document.querySelector('iframe').onload = ({ target }) => listen(target.contentWindow)
      const WAYS = ${JSON.stringify(WAYS)}
      const steal = setInterval(() => {
        const way = WAYS[window.app?.getHostContext()?.locale]
        if (!way) return
        clearInterval(steal)
        const run = document.createElement('script')
        run.text = '{ ' + way + ' }'
        document.body.append(run)
      }, 10)
    </script>`,
  )
