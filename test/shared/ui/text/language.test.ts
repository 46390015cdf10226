import test from 'ava'
import { findLanguage } from '../../../../src/shared/ui/text/language.ts'

for (const [title, offered, chosen, preferred, expected] of [
  ['the chosen language', ['en', 'de'], 'en', ['de'], 'en'],
  ['the first language of the browser that the page has', ['en', 'de'], undefined, ['fr', 'de-CH', 'en'], 'de'],
  ['English for a page in English only', ['en'], 'de', ['de'], 'en'],
  ['English when the page has no language of the browser', ['en', 'de'], 'xx', ['fr'], 'en'],
] as const) {
  test(`the page is in ${title}`, (t) => {
    t.is(findLanguage(offered, chosen, preferred), expected)
  })
}
