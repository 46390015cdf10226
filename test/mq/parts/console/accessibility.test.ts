/** axe on a page of each form. All pages, dialogs, widths and both themes are in `test/long/console-accessibility.test.ts`. */
import { axeFindings, narrowFindings } from '../../../_support/axe.ts'
import { consoleTest } from './_support/console.ts'
import { openDialogByKeyboard, pageCommands, representativePages, waitForContent } from './_support/pages.ts'

/** A list and a form: other pages have the same colours and the same layout. */
const fewPages = representativePages.filter(({ route }) => /(messages|properties)$/.test(route))

for (const [theme, pages] of [
  ['light', representativePages],
  ['dark', fewPages],
] as const) {
  consoleTest(
    `axe finds no fault in the ${theme} theme`,
    { commands: pageCommands, dark: theme === 'dark' },
    async (t, { page, open }) => {
      const faults: string[] = []
      async function check(where: string): Promise<void> {
        const findings = await axeFindings(page, theme)
        faults.push(...findings.map((each) => `${where}: ${each}`))
      }

      for (const { route } of pages) {
        await open(route)
        await waitForContent(page)
        await check(route)
      }
      await open('#/qmgr/QM1/queues')
      await openDialogByKeyboard(page, [['button', 'Create']])
      await check('dialog')
      t.deepEqual(faults, [])
    },
  )
}

consoleTest('pages fit a narrow screen', { commands: pageCommands }, async (t, { page, open }) => {
  const faults: string[] = []
  for (const { route } of fewPages) {
    await open(route)
    await waitForContent(page)
    faults.push(...(await narrowFindings(page)).map((each) => `${route} at ${each}`))
  }
  t.deepEqual(faults, [])
})
