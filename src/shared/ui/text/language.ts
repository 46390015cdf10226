/**
 * The language of the pages, English, and its locale for numbers and dates.
 *
 * The English text is the id of a message. A second language is one file that maps ids to translations, loaded into
 * `translations` before the code that has texts.
 */

/** The translations by English text, or by `text|context` where one text has several meanings. English has none. */
const translations: ReadonlyMap<string, string> = new Map()

/** The first English locale of the browser, such as `en-GB`. */
export const locale: string = globalThis.navigator?.languages?.find((each) => /^en\b/i.test(each)) ?? 'en'

/** Returns the translation of a message, or undefined in English. */
export function findTranslation(id: string): string | undefined {
  return translations.get(id)
}
