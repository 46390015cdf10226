/** The beginning of a text in Markdown, for lists and search results. Pure. */

const maxShownCharacters = 160
/** Signs of Markdown and the targets of its links. */
const signs = /[#*_`>]|!?\[|\]\([^()]*\)/g

/** Returns the first 160 characters of a text in one line, without the signs of Markdown. */
export function summarizeMarkdown(text: string): string {
  const line = text
    .slice(0, 20 * maxShownCharacters)
    .replace(signs, '')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= maxShownCharacters ? line : `${line.slice(0, maxShownCharacters - 1).trimEnd()}…`
}
