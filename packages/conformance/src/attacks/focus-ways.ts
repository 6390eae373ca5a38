const LOOP = (code: string): string => `setInterval(() => { try { ${code} } catch {} }, 1)`
const NESTED = `document.querySelector('iframe')`
// Escaped: the code is inside a script element itself.
const END = String.raw`<\/script>`

/** The ways in which a View without any user activation takes the focus, by name: code that runs in it once. */
export const FOCUS_WAYS: Readonly<Record<string, string>> = {
  'element.focus': `field.focus()`,
  'window.focus': `focus()`,
  'input.select': `field.select()`,
  'label.click': `document.querySelector('label').click()`,
  'dialog.showModal': `document.querySelector('dialog').showModal()`,
  'popover with autofocus': `document.querySelector('[popover]').showPopover()`,
  'form.reportValidity': `document.querySelector('form').reportValidity()`,
  'the fragment of the URL': `location.hash = 'target'`,
  'an element of a nested frame': `${NESTED}.contentDocument.querySelector('input').focus()`,
  'the window of a nested frame': `${NESTED}.contentWindow.focus()`,
  'element.focus of another realm': `${NESTED}.contentWindow.HTMLElement.prototype.focus.call(field)`,
  'window.focus of another realm': `${NESTED}.contentWindow.eval('focus').call(window)`,
  'its document written again': `document.open(); document.write('<input id="field"><script>addEventListener("keydown", onstolen); const f = document.createElement("iframe"); document.body.append(f); f.contentWindow.HTMLElement.prototype.focus.call(field)${END}'); document.close()`,
  'an element of MathML': `const m = document.createElementNS('http://www.w3.org/1998/Math/MathML', 'mi'); m.tabIndex = 0; m.textContent = 'x'; const math = document.createElementNS('http://www.w3.org/1998/Math/MathML', 'math'); math.append(m); document.body.append(math); m.focus()`,
  'a host that delegates the focus': `const h = document.createElement('div'); h.attachShadow({ mode: 'open', delegatesFocus: true }).innerHTML = '<input>'; document.body.append(h); const l = document.createElement('label'); l.htmlFor = 'field'; l.append(h); document.body.append(l); ${NESTED}.contentWindow.HTMLElement.prototype.focus.call(h)`,
  'a command button': `const b = document.createElement('button'); b.command = 'show-modal'; b.commandForElement = document.querySelector('dialog'); document.body.append(b); b.click()`,
  'a popover button': `const b = document.createElement('button'); b.popoverTargetElement = document.querySelector('[popover]'); document.body.append(b); b.click()`,
  'a dialog that closes': `const d = document.querySelector('dialog'); field.focus(); d.showModal(); d.close()`,
  'a navigation by script': `navigation.navigate('#target', { history: 'replace' })`,
  'the element of a nested frame': `${NESTED}.contentWindow.HTMLElement.prototype.focus.call(${NESTED})`,
  'an edit context': `const e = document.createElement('canvas'); e.tabIndex = 0; e.editContext = new EditContext(); document.body.append(e); ${NESTED}.contentWindow.HTMLElement.prototype.focus.call(e)`,
  'an invalid control of another form': `const f = document.createElement('form'); f.innerHTML = '<input required autofocus>'; document.body.append(f); f.requestSubmit()`,
  'element.focus, without end': LOOP(`field.focus()`),
  'a nested frame, without end': LOOP(`${NESTED}.contentDocument.querySelector('input').focus()`),
  'another realm, without end': LOOP(
    `document.activeElement.blur(); ${NESTED}.contentWindow.HTMLElement.prototype.focus.call(field)`,
  ),
}

/** The elements that the ways need, and a script that runs `onkey` for each letter that reaches the View or a frame in it. */
export const FOCUS_ELEMENTS = (onkey: string): string => `<div style="height:300px">
<form><label for="field">Field</label><input id="field" required><button type="button" id="go">Go</button></form>
<div contenteditable>text</div><a id="target" href="#x">target</a><dialog><input></dialog><div popover><input autofocus></div>
<iframe srcdoc="<input>"></iframe></div>
<script>
  window.onstolen = ({ key, isTrusted }) => { if (isTrusted && key.length === 1) { ${onkey} } }
  addEventListener('keydown', onstolen)
  document.querySelector('iframe').onload = ({ target }) => target.contentWindow.addEventListener('keydown', onstolen)
</script>`
