/** The text editor of a document, as a user works with it. */
import type { Locator, Page } from 'playwright-core'

/** Returns the text of the editor for the keyboard and for what it shows. */
export function findEditor(page: Page): Locator {
  return page.getByRole('textbox', { name: /, YAML$/ })
}

/** Replaces the whole text. */
export async function replaceText(page: Page, text: string): Promise<void> {
  const editor = findEditor(page)
  await editor.click()
  await page.keyboard.press('Control+a')
  await editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

/** Replaces the first place of a text in the lines that the editor shows, as a user does by search. */
export async function replaceInText(page: Page, from: string, to: string): Promise<void> {
  await findEditor(page).click()
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Find' }).fill(from)
  await page.getByRole('textbox', { name: 'Replace' }).fill(to)
  await page.getByRole('textbox', { name: 'Find' }).press('Enter')
  await page.getByRole('button', { name: 'replace', exact: true }).click()
  await page.getByRole('button', { name: 'close', exact: true }).click()
}

/** Returns the lines that the editor shows: all of a short text. */
export async function readShownText(page: Page): Promise<string> {
  await findEditor(page).waitFor()
  const lines = await findEditor(page).locator('.cm-line').allTextContents()
  return lines.join('\n')
}
