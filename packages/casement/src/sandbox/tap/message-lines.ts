/** Splits a batch of messages, which the proxy sends as the lines of one text. Anything but text is one message. */
export const messageLines = (data: unknown): readonly unknown[] =>
  // As a regular expression: the bundler writes '\n' as a real line break, which would shift the line numbers of errors in the View.
  typeof data === 'string' ? data.split(/\n/) : [data]
