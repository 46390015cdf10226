/** Every page and dialog of file transfer by keyboard, and with axe at four widths, light and dark. */
import test, { type ExecutionContext } from 'ava'
import { axeFindings, findingsAtAllWidths, narrowFindings } from '../_support/axe.ts'
import { whyNoPages } from '../_support/browser.ts'
import { sharedProduct } from '../_support/shared-product.ts'
import { checkKeyboard } from '../mq/parts/console/_support/check-keyboard.ts'
import { logInToConsole } from '../mq/parts/console/_support/log-in.ts'
import { fileTransferPages, openDialogByKeyboard, waitForContent } from '../mq/parts/console/_support/pages.ts'

const product = sharedProduct(test)
const missing = whyNoPages('console')

function pageTest(title: string, run: (t: ExecutionContext) => Promise<void>): void {
  if (missing) test.skip(`${title} (skipped: ${missing})`, () => {})
  else
    test.serial(title, (t) => {
      t.timeout(120_000)
      return run(t)
    })
}

for (const { route, dialogs: [dialog] = [] } of fileTransferPages) {
  pageTest(`axe finds no fault on ${route} and in its dialog, at every width, light and dark`, async (t) => {
    const { page, open, problems } = await logInToConsole(t, product.mqweb, 'mftadmin', 'mftadmin')
    await open(route)
    await waitForContent(page)
    t.deepEqual(await findingsAtAllWidths(page), [])
    if (dialog) {
      await openDialogByKeyboard(page, dialog)
      t.deepEqual(await findingsAtAllWidths(page), [], 'dialog')
    }
    t.deepEqual(problems, [])
  })
}

pageTest('every page and dialog works with the keyboard alone', async (t) => {
  const { page, open, problems } = await logInToConsole(t, product.mqweb, 'mftadmin', 'mftadmin')
  t.deepEqual(await checkKeyboard(page, open, fileTransferPages), [])
  t.deepEqual(problems, [])
})

pageTest('axe finds no fault for a reader, and pages fit narrow screens', async (t) => {
  const { page, open, problems } = await logInToConsole(t, product.mqweb, 'mftreader', 'mftreader')
  const faults: string[] = []
  for (const { route } of fileTransferPages) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await open(route)
    await waitForContent(page)
    faults.push(...(await axeFindings(page, 'light')).map((each) => `${route}: ${each}`))
    faults.push(...(await narrowFindings(page)).map((each) => `${route} at ${each}`))
  }
  t.deepEqual(faults, [])
  t.deepEqual(problems, [])
})
