import type { Note } from './notes.ts'

const PACKAGES = '@modelcontextprotocol/ext-apps|@mcp-ui/(?:client|server)'
const URL_OF_OLD_PACKAGE = new RegExp(`https?://[^\\s'"\`<>()]*?(${PACKAGES})[^\\s'"\`<>()]*`, 'g')
const OURS: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/ext-apps': '@casement/ext-apps',
  '@mcp-ui/client': '@casement/mcp-ui-client',
  '@mcp-ui/server': '@casement/mcp-ui-server',
}

/** Reports URLs of the old packages at a CDN, in a file of any language. Pages of documentation are not code. */
export function findCdnUrls(text: string): Note[] {
  return [...text.matchAll(URL_OF_OLD_PACKAGE)]
    .filter(([url]) => !/\/\/(www\.)?(github\.com|npmjs\.com|raw\.githubusercontent\.com)\//.test(url))
    .map((match) => {
      const [url, name = ''] = match
      return {
        line: text.slice(0, match.index).split('\n').length,
        what: url,
        fix: `Bundle the script with casement/view, or inline casement/mcp-app.js; with the same names as before, load ${OURS[name] ?? 'casement'} from the CDN`,
      }
    })
}
