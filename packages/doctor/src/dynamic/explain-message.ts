// Production builds of React replace their messages by a number. The texts are ours.
const REACT: Readonly<Record<string, string>> = {
  31: 'an object is rendered as a child: objects are not valid as a React child, render its fields',
  130: 'the type of an element is undefined or an object: an import is missing or wrong',
  152: 'a component returned undefined',
  185: 'too many nested updates: an effect or a lifecycle method sets state each time it runs, an infinite loop',
  200: 'the target container is not a DOM element',
  299: 'the target container is not a DOM element',
  300: 'fewer hooks were called than in the previous render: a hook is behind an early return',
  301: 'too many re-renders: the component sets its state while it renders, an infinite loop',
  310: 'more hooks were called than in the previous render: a hook is behind a condition',
  321: 'a hook was called outside of a component, or there are two copies of React',
  327: 'the renderer was called while it was rendering',
  418: 'hydration failed: the served HTML is not what the component renders',
  419: 'the server could not finish a Suspense boundary',
  421: 'a Suspense boundary was updated before it was hydrated',
  423: 'hydration failed, and the root was rendered again',
  425: 'hydration failed: a text differs from the served HTML',
}

/** An error message with the meaning of the number that a production build of React has in place of its text. */
export function explainMessage(message: string): string {
  const [, number = ''] = /Minified React error #(\d+)/.exec(message) ?? []
  const text = Object.hasOwn(REACT, number) ? REACT[number] : undefined
  if (text === undefined) return message
  const [, args = ''] = /[?&]args\[\]=([^\s&;]+)/.exec(message) ?? []
  return `React error #${number}: ${text}${args === '' ? '' : ` (${decode(args)})`}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
