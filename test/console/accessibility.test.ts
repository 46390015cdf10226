import { axeFindings, narrowFindings } from '../_support/axe.ts'
import { consoleTest } from './_support/console.ts'
import { openDialogByKeyboard, pageCommands, representativePages, waitForContent } from './_support/pages.ts'

// All pages, dialogs, widths and both themes are in `test/long/console-accessibility.test.ts`.
for (const theme of ['light', 'dark'] as const) {
  consoleTest(
    `axe finds no fault in the ${theme} theme`,
    { commands: pageCommands, dark: theme === 'dark' },
    async (t, { page, open }) => {
      const faults: string[] = []
      async function check(where: string): Promise<void> {
        const findings = await axeFindings(page, theme)
        faults.push(...findings.map((each) => `${where}: ${each}`))
      }

      for (const { route } of representativePages) {
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

consoleTest('every page fits a narrow screen', { commands: pageCommands }, async (t, { page, open }) => {
  const faults: string[] = []
  for (const { route } of representativePages) {
    await open(route)
    await waitForContent(page)
    faults.push(...(await narrowFindings(page)).map((each) => `${route} at ${each}`))
  }
  t.deepEqual(faults, [])
})
