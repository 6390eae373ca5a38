// A whole emoji may contain joiners and variation selectors; outside of one, they are invisible.
const EMOJI = String.raw`\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)*`
// Controls, bidi and zero-width characters, tags, private and unassigned characters, and blanks that are not spaces. The bracket is
// escaped too, so that text cannot imitate an escape.
const HIDDEN = String.raw`[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u27E6]`
const EMOJI_OR_HIDDEN = new RegExp(`(${EMOJI})|(${HIDDEN})`, 'gu')

const escape = (character: string): string => `⟦U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟧`

/**
 * Shows characters that a user cannot see, or that move the text around them, as `⟦U+202E⟧`. Line breaks and tabs stay. Two different
 * texts never look the same afterwards.
 */
export const showHidden = (text: string): string =>
  text.replaceAll(EMOJI_OR_HIDDEN, (match, emoji: string | undefined) =>
    emoji !== undefined || match === '\n' || match === '\t' ? match : escape(match),
  )

const MAX_NAME_LENGTH = 80

/** A name or title of untrusted origin, for a line of the host: one line, nothing hidden, and not longer than a name is. */
export function showName(text: string, maxLength: number = MAX_NAME_LENGTH): string {
  const characters = Array.from(showHidden(text.replaceAll(/\s+/g, ' ').trim()))
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : characters.join('')
}
