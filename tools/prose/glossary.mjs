// The words that our glossary avoids, with the term to use. A pattern matches whole words, in any case.

/** @typedef {{ readonly avoid: RegExp, readonly use: string }} Term */

/** @type {readonly Term[]} */
export const GLOSSARY = [
  { avoid: /\bcomes? later\b/gi, use: 'is lazy-loaded' },
  { avoid: /\b(put|puts|putting) to sleep\b/gi, use: 'freeze' },
  { avoid: /\b(bring|brings|brought) up\b/gi, use: 'mount, start' },
  { avoid: /\btakes? (it )?away\b|\btaken away\b/gi, use: 'unmount, remove' },
  { avoid: /\bbegins? anew\b/gi, use: 'reload, restart' },
  { avoid: /\b(a|the) spare( frame)?\b/gi, use: 'a prewarmed frame' },
  { avoid: /\bagain and again\b/gi, use: 'retries' },
  { avoid: /\bin its (place|stead)\b/gi, use: 'instead' },
  { avoid: /\b(is|are|was|were|gets?) told\b/gi, use: 'receives, is notified' },
  { avoid: /\b(is|are) said\b/gi, use: 'the message or log that says it' },
  { avoid: /\bby (itself|themselves)\b/gi, use: 'automatically' },
  { avoid: /\b(is|are|was|were) found out\b/gi, use: 'is detected' },
  { avoid: /\bwhy it is so\b/gi, use: 'the cause' },
  { avoid: /\bthe (run|one) (before|after)\b/gi, use: 'the previous, the next' },
  { avoid: /\bhears?\b|\bstops? hearing\b/gi, use: 'receives, subscribes' },
  { avoid: /\bsurroundings\b/gi, use: 'context' },
  { avoid: /\bdeeds?\b/gi, use: 'action' },
  { avoid: /\b(the|a) (house|room|rooms|door)\b/gi, use: 'package, folder, entry point' },
  { avoid: /\bstrangers?('s)?\b/gi, use: 'untrusted sender, user' },
  { avoid: /\bonion\b/gi, use: 'middleware chain' },
  { avoid: /\bvantages?\b|\bexaminer\b/gi, use: 'target of the conformance suite' },
  { avoid: /\beras?\b/gi, use: 'MCP revision, generation' },
  { avoid: /\bsomebody\b|\banybody\b|\bnobody\b/gi, use: 'a user, anyone, no one' },
  { avoid: /\b(hand|hands|handed|handing) in\b/gi, use: 'pass, inject' },
  { avoid: /\bmend(s|ed|ing)?\b/gi, use: 'fix' },
  { avoid: /\b(is|are) no such\b/gi, use: 'not found' },
  { avoid: /\bthe person\b/gi, use: 'the user' },
  { avoid: /\bplays? the model\b/gi, use: 'calls tools manually' },
  { avoid: /\bsigns? of life\b/gi, use: 'ping, heartbeat, message' },
]

/** Parts of names in code that the glossary avoids, with the term to use. @type {readonly Term[]} */
export const NAMES = [
  { avoid: /^(MOST|LONGEST)(_|$)/, use: 'MAX_…' },
  { avoid: /^hear([A-Z]|$)/, use: 'receive, listener' },
  { avoid: /^(Undo|undoAll)$/, use: 'Unsubscribe, Dispose' },
  { avoid: /(^|[a-z])([Vv]antage|[Oo]nion|[Dd]eeds?|[Ss]pareFrame)([A-Z]|$)/, use: 'the term in the glossary' },
]
