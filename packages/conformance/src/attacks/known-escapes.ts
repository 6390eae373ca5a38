/** The known escapes from our own host, with the reason. All other attacks must hold, and so must these once they are fixed. */
export const KNOWN_ESCAPES: Readonly<Record<string, string>> = {
  'browser-history-growth-nested':
    'every frame may add to the history of its tab; frames within a View cannot be reached, and what is in a history stays there',
  'browser-copy-command':
    'no policy of the browser covers execCommand after a real click, and what our script hears in a View it does not receive in its frames',
}
