/** Finds texts of the catalogue that a page in German shows in English. */
import type { Page } from 'playwright-core'
import de from '../../src/shared/ui/languages/de.json' with { type: 'json' }

/** English texts that are other words in German, so that none of them may be on a German page. */
export const englishTexts: readonly string[] = Object.keys(de).filter(
  (text) => /[a-z]{3}/.test(text) && !(Object.values(de) as string[]).includes(text),
)

/** The text of a page, the names and descriptions of its controls, and its placeholders. */
const find = `(english) => {
  const texts = new Set()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode())
    if (!walker.currentNode.parentElement.closest('[class^=code--]')) texts.add(walker.currentNode.data.trim())
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.add(element.getAttribute(name) ?? '')
  return english.filter((text) => texts.has(text))
}`

/** Returns those of the English texts that are on the page. */
export async function findEnglishTexts(page: Page, english: readonly string[]): Promise<string[]> {
  return (await page.evaluate(`(${find})(${JSON.stringify(english)})`)) as string[]
}
