import { expect, test } from 'vitest'
import { explainMessage } from './explain-message.ts'

test.each([
  [
    'Error: Minified React error #31; visit https://react.dev/errors/31?args[]=object%20with%20keys%20%7Bvalue%2C%20unit%7D for the full message',
    'React error #31: an object is rendered as a child: objects are not valid as a React child, render its fields (object with keys {value, unit})',
  ],
  [
    'Error: Minified React error #301; visit https://react.dev/errors/301 for the full message',
    'React error #301: too many re-renders: the component sets its state while it renders, an infinite loop',
  ],
  ['Error: Minified React error #9999; visit https://react.dev/errors/9999', undefined],
  ['Uncaught TypeError: x is not a function', undefined],
  ['Error: Minified React error #130; visit https://react.dev/errors/130?args[]=%E0%A4%A', expect.stringContaining('(%E0%A4%A)')],
])('%s', (message, expected) => {
  expect(explainMessage(message)).toEqual(expected ?? message)
})
