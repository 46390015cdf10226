/** Checks pages and their dialogs with the keyboard alone. */
import type { Page } from 'playwright-core'
import { findKeyboardFaults } from '../../../../_support/keyboard.ts'
import { type ConsolePage, type Control, openDialogByKeyboard, waitForContent } from './pages.ts'

/** Returns what is wrong for keyboards on the pages and in their dialogs, each fault with its place. */
export async function checkKeyboard(
  page: Page,
  open: (route: string) => Promise<void>,
  pages: readonly ConsolePage[],
): Promise<readonly string[]> {
  const faults: string[] = []
  for (const { route, dialogs = [] } of pages) {
    await open(route)
    await waitForContent(page)
    faults.push(...(await findKeyboardFaults(page, 'main')).map((fault) => `${route}: ${fault}`))

    for (const controls of dialogs) {
      const where = `${route}: ${controls.map(([, name]) => name).join(', ')}`
      await openDialogByKeyboard(page, controls)
      faults.push(...(await findKeyboardFaults(page, 'dialog')).map((fault) => `${where}: ${fault}`))
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      const [[role, name]] = controls as [Control]
      const opener = page.getByRole(role, { name, exact: true })
      await opener
        .and(page.locator(':focus'))
        .waitFor({ timeout: 3_000 })
        .catch(() => faults.push(`${where}: the focus did not return`))
    }
  }
  return faults
}
