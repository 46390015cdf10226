/** Removes characters at the ends of a text, in linear time: `text.replace(/-+$/, '')` is quadratic. */

/** Returns the text without these characters at its end. */
export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1] as string)) end -= 1
  return text.slice(0, end)
}

/** Returns the text without these characters at its beginning and its end. */
export function trimCharacters(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text[start] as string)) start += 1
  return trimEndCharacters(text.slice(start), characters)
}
