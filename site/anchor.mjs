/**
 * The name that GitHub gives a heading, so that links work in both places.
 * @param {string} title
 */
export const anchorOf = (title) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
