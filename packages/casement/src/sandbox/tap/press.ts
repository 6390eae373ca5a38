/** The message of the View's tap to the proxy when the user presses in the View. */
export const PRESS = 'press'
