import type { Attack } from './attack.ts'
import { page, type Judge } from './judges.ts'
import { afterHandshake, script } from './view-kit.ts'

const opens: Judge = page(({ links }) => links.map((url) => JSON.stringify(url.slice(0, 80))).join(', '))
const link = (id: string, title: string, url: string, escaped: Judge = opens): Attack => ({
  id: `link-${id}`,
  title: `a link ${title}`,
  category: 'links-and-files',
  view: () => script(`await click(); await ask('ui/open-link', { url: ${url} })`),
  escaped,
})
const quoted = (id: string, title: string, url: string, escaped?: Judge): Attack => link(id, title, JSON.stringify(url), escaped)
const shownAsWritten = page(({ links }) => links.filter((url) => /[^\x21-\x7e]/.test(url)).join(', '))

const BAD_NAME =
  /[/\\:*?"<>|\u0000-\u001f\u200b-\u200f\u202a-\u202e\u2066-\u2069]|^\.|\.$|^\s*$|^(?:con|nul|aux|prn|com\d|lpt\d)(?:\.|$)|.{250}/i
const savesAs: Judge = page(({ files }) =>
  files
    .filter((name) => BAD_NAME.test(name))
    .map((name) => JSON.stringify(name.slice(0, 80)))
    .join(', '),
)
const file = (id: string, title: string, uri: string): Attack => ({
  id: `file-${id}`,
  title: `a file ${title}`,
  category: 'links-and-files',
  view: () =>
    script(
      `await click(); await ask('ui/download-file', { contents: [{ type: 'resource', resource: { uri: ${JSON.stringify(uri)}, mimeType: 'text/plain', text: 'x' } }] })`,
    ),
  escaped: savesAs,
})

/** Links and file names that mean something else than they say. */
export const linkAttacks: readonly Attack[] = [
  quoted('javascript', 'that runs', 'javascript:alert(1)'),
  quoted('javascript-space', 'that runs, behind a space', ' javascript:alert(1)'),
  quoted('javascript-tab', 'that runs, with a tab in it', 'java\tscript:alert(1)'),
  quoted('data', 'that carries its page with it', 'data:text/html,<h1>Log in</h1>'),
  quoted('file', 'to a file', 'file:///etc/passwd'),
  quoted('about', 'to a page of the browser', 'about:blank'),
  quoted('view-source', 'to a source', 'view-source:https://example.com/'),
  quoted('chrome', 'to the settings', 'chrome://settings/'),
  quoted('intent', 'to another program', 'intent://scan/#Intent;scheme=zxing;end'),
  quoted('ssh', 'to a program with options', 'ssh://-oProxyCommand=calc/x'),
  quoted('user', 'with a user name that looks like a host', 'https://bank.example@evil.example/'),
  quoted('password', 'with a password', 'https://bank.example:443@evil.example/'),
  quoted('relative', 'without a host', '/settings'),
  quoted('protocol-relative', 'without a scheme', '//evil.example/'),
  link('long', 'that nobody can read', `'https://evil.example/' + 'a'.repeat(100000)`),
  link('object', 'that is no text', `['javascript:alert(1)']`),
  link('blob', 'to a blob', `URL.createObjectURL(new Blob(['<script>alert(1)<\\/script>'], { type: 'text/html' }))`),
  quoted('direction', 'that reads backwards', 'https://evil.example/\u202Efdp.exe', shownAsWritten),
  quoted('homograph', 'in letters that look like others', 'https://\u0430pple.com/', shownAsWritten),
  quoted('newline', 'with a line break in it', 'https://evil.example/\n\nhttps://bank.example/', shownAsWritten),
  {
    ...quoted('unclicked', 'that nobody clicked', 'https://evil.example/'),
    view: () => afterHandshake(`await ask('ui/open-link', { url: 'https://evil.example/' })`),
  },
  {
    ...quoted('flood', 'and forty more after one click', 'https://evil.example/'),
    view: () =>
      script(
        `await click(); for (let n = 0; n < 40; n++) send({ id: 'l' + n, method: 'ui/open-link', params: { url: 'https://evil.example/' + n } }); await wait(300)`,
      ),
    escaped: page(({ links }) => links.length > 15 && `${links.length} windows`),
  },
  file('traversal', 'above its folder', 'file:///../../.bashrc'),
  file('traversal-encoded', 'above its folder, encoded', 'file:///%2e%2e%2f%2e%2e%2fevil.sh'),
  file('backslash', 'above its folder on Windows', 'file:///..\\..\\evil.bat'),
  file('hidden', 'that is hidden', 'file:///.profile'),
  file('direction', 'that reads backwards', 'file:///invoice\u202Efdp.exe'),
  file('null', 'that ends early', 'file:///report.pdf%00.exe'),
  file('newline', 'with a line break in it', 'file:///a%0d%0aContent-Type:text.html'),
  file('device', 'that is a device', 'file:///CON.txt'),
  file('dot', 'whose dot disappears', 'file:///evil.exe.'),
  file('long', 'with a name that nothing can hold', `file:///${'a'.repeat(5000)}.txt`),
  file('zero-width', 'with characters that cannot be seen', 'file:///report\u200b\u200e.exe'),
  {
    ...file('unclicked', 'that nobody clicked', 'file:///evil.exe'),
    view: () =>
      afterHandshake(
        `await ask('ui/download-file', { contents: [{ type: 'resource', resource: { uri: 'file:///evil.exe', text: 'x' } }] })`,
      ),
    escaped: page(({ files }) => files.join(', ')),
  },
  {
    ...file('link', 'that runs', 'x'),
    view: () =>
      script(
        `await click(); await ask('ui/download-file', { contents: [{ type: 'resource_link', uri: 'javascript:alert(1)', name: 'x' }] })`,
      ),
    escaped: page(({ files }) => files.join(', ')),
  },
]
