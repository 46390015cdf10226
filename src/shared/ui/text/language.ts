/**
 * The language of the page and its catalogue. A page loads the catalogue before any code that has texts, so that texts
 * in tables are translated as well. English needs no catalogue: the English text is the id of a message.
 */
import { readLocalPreference, saveLocalPreference } from '../preferences/local-preferences.ts'

/** The translations of a language by the English text, or by `text|context` where one text has several meanings. */
type Catalogue = Readonly<Record<string, string>>

/** Every language, with its own name and the function that loads its catalogue. */
const languages = {
  en: ['English', async (): Promise<Catalogue> => ({})],
  de: [
    'Deutsch',
    async (): Promise<Catalogue> => (await import('../languages/de.json', { with: { type: 'json' } })).default,
  ],
} as const

export type Language = keyof typeof languages

const preference = 'language'

/** The languages into which the page is translated: those of `data-languages` on its root element. */
export const pageLanguages: readonly Language[] = readPageLanguages()

/** The language of the page. */
export const language: Language = findLanguage(
  pageLanguages,
  readLocalPreference<string>(preference),
  globalThis.navigator?.languages ?? [],
)

/** The locale for numbers and dates: the first one of the browser in the language of the page, such as `de-CH`. */
export const locale: string =
  globalThis.navigator?.languages?.find((each) => readBaseLanguage(each) === language) ?? language

let catalogue: Catalogue = {}

/** Returns the translation of a message, or undefined in English. */
export function findTranslation(id: string): string | undefined {
  return catalogue[id]
}

/** Loads the catalogue. The page is in English when it cannot be loaded. */
export async function loadCatalogue(): Promise<void> {
  try {
    catalogue = await languages[language][1]()
    document.documentElement.lang = language
  } catch {
    // The texts of the page are in English, as its root element says.
  }
}

/** Returns the name of a language in this language. */
export function findLanguageName(each: Language): string {
  return languages[each][0]
}

/** Stores the language in this browser and loads the page again. */
export function chooseLanguage(next: Language): void {
  saveLocalPreference(preference, next)
  location.reload()
}

/** Returns the language that the user chose, otherwise the first one of the browser that the page has. */
export function findLanguage(
  offered: readonly Language[],
  chosen: string | undefined,
  preferred: readonly string[],
): Language {
  const wanted = [chosen, ...preferred.map(readBaseLanguage)]
  return wanted.map((each) => offered.find((one) => one === each)).find((each) => each !== undefined) ?? 'en'
}

function readBaseLanguage(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? ''
}

function readPageLanguages(): readonly Language[] {
  const names = globalThis.document?.documentElement.dataset.languages?.split(' ') ?? []
  return (Object.keys(languages) as Language[]).filter((each) => each === 'en' || names.includes(each))
}
