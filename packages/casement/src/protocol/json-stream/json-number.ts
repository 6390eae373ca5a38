/** The state of the number grammar, named after the last character that was read. */
export type NumberState = 'minus' | 'zero' | 'integer' | 'point' | 'fraction' | 'e' | 'sign' | 'exponent'

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isE = (code: number): boolean => code === 0x65 || code === 0x45
const POINT = 0x2e
const PLUS = 0x2b
const MINUS = 0x2d
const ZERO = 0x30

/** The state after the first character of a number; undefined if no number starts with it. */
export function startNumber(code: number): NumberState | undefined {
  if (code === MINUS) return 'minus'
  if (code === ZERO) return 'zero'
  return isDigit(code) ? 'integer' : undefined
}

/** The state after one more character; undefined if the character is not part of the number. */
export function stepNumber(state: NumberState, code: number): NumberState | undefined {
  switch (state) {
    case 'minus':
      return code === MINUS ? undefined : startNumber(code)
    case 'integer':
      if (isDigit(code)) return 'integer'
      return afterInteger(code)
    case 'zero':
      return afterInteger(code)
    case 'point':
      return isDigit(code) ? 'fraction' : undefined
    case 'fraction':
      if (isDigit(code)) return 'fraction'
      return isE(code) ? 'e' : undefined
    case 'e':
      if (code === PLUS || code === MINUS) return 'sign'
      return isDigit(code) ? 'exponent' : undefined
    default:
      return isDigit(code) ? 'exponent' : undefined
  }
}

function afterInteger(code: number): NumberState | undefined {
  if (code === POINT) return 'point'
  return isE(code) ? 'e' : undefined
}

/** True if the number can end in this state. */
export const isCompleteNumber = (state: NumberState): boolean =>
  state === 'zero' || state === 'integer' || state === 'fraction' || state === 'exponent'
