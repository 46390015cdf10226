/** axe on every page and dialog of file transfer, at four widths, light and dark. */
import test from 'ava'

import { findingsAtAllWidths } from '../_support/axe.ts'
import { whyNoPages } from '../_support/browser.ts'
import { sharedProduct } from '../_support/shared-product.ts'
import { logInToConsole } from '../console/_support/log-in.ts'
import { fileTransferPages, openDialogByKeyboard, waitForContent } from '../console/_support/pages.ts'

const product = sharedProduct(test)
const missing = whyNoPages('console')

for (const { section, dialog } of fileTransferPages) {
  const title = `axe finds no fault on the page and dialog of ${section}, at every width, light and dark`
  if (missing) {
    test.skip(`${title} (skipped: ${missing})`, () => {})
    continue
  }
  test.serial(title, async (t) => {
    t.timeout(120_000)
    const { page, open, problems } = await logInToConsole(t, product.mqweb, 'mftadmin', 'mftadmin')
    await open(`#/file-transfer/${section}`)
    await waitForContent(page)
    t.deepEqual(await findingsAtAllWidths(page), [])
    if (dialog) {
      await openDialogByKeyboard(page, dialog)
      t.deepEqual(await findingsAtAllWidths(page), [], 'dialog')
    }
    t.deepEqual(problems, [])
  })
}
