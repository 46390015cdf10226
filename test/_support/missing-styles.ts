/**
 * The styles that a page lacks. A view loads its own style sheets, so that a page that is opened by its URL can lack
 * rules that other views bring.
 */
import { readdirSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** Classes that Carbon sets and has no rule for. */
const classesWithoutRule = [
  ...['cds--btn--lg', 'cds--search--lg', 'cds--table-toolbar--lg', 'cds--overflow-menu--md'],
  ...['cds--search--sm', 'cds--table-toolbar--sm', 'cds--content-switcher--sm', 'cds--tile--radio'],
  ...['cds--form', 'cds--select--sm', 'cds--text-input--sm', 'cds--icon-visibility-on'],
  ...['cds--tooltip--align-end', 'cds--tooltip--bottom', 'cds--progress-bar--default'],
  ...[
    'cds--side-nav__icon--small',
    'cds--radio-tile__wrapper',
    'cds--snippet__icon',
    'cds--data-table-header__content',
  ],
]

/**
 * Returns the classes of elements that no rule of the loaded style sheets names, and the rules that match an element and
 * that only other style sheets of the build have. Call it on a page that was opened by its URL.
 */
export async function findMissingStyles(page: Page, part: 'console' | 'portal'): Promise<readonly string[]> {
  const sheets = readdirSync(`dist/${part}/assets`).filter((name) => name.endsWith('.css'))
  const found = (await page.evaluate(`(${listMissingStyles})(${JSON.stringify(sheets)})`)) as string[]
  return found.filter((name) => !classesWithoutRule.includes(name))
}

const listMissingStyles = String.raw`async (names) => {
  const listRules = (rules, conditions = '') => [...rules].flatMap((rule) => [
    ...(rule.selectorText === undefined ? [] : [{ selector: rule.selectorText, text: conditions + rule.cssText }]),
    ...(rule.cssRules ? listRules(rule.cssRules, conditions + (rule.conditionText ?? '')) : []),
  ])
  const toElements = (selector) => selector.replace(
    /([\s>+~,(])?::?(before|after|placeholder|marker|selection|-(webkit|moz)[\w-]*)(?![\w-])/g,
    (_, before) => before === undefined ? '' : before + '*')

  const loaded = [...document.styleSheets].flatMap((sheet) => listRules(sheet.cssRules))
  const texts = new Set(loaded.map(({ text }) => text))
  const named = new Set(loaded.flatMap(({ selector }) =>
    [...selector.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name]) => name.replaceAll('\\', ''))))
  const used = new Set([...document.querySelectorAll('body [class]')].flatMap(({ classList }) => [...classList]))
  const missing = [...used].filter((name) => !named.has(name)).sort()

  const links = [...document.querySelectorAll('link[rel="stylesheet"]')].map(({ href }) => href)
  for (const name of names.map((each) => new URL(each, links[0]).href)) {
    if (links.includes(name)) continue
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(await (await fetch(name)).text())
    for (const { selector, text } of listRules(sheet.cssRules))
      if (!texts.has(text) && document.querySelector(toElements(selector))) missing.push(text)
  }
  return missing
}`
