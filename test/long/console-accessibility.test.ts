/** axe on every page and dialog of the console, at four widths, light and dark. */
import { findingsAtAllWidths } from '../_support/axe.ts'
import { requireSuccess } from '../_support/require-success.ts'
import { consoleTest } from '../mq/parts/console/_support/console.ts'
import { consolePages, openDialogByKeyboard, pageCommands, waitForContent } from '../mq/parts/console/_support/pages.ts'

/** The pages in parts, so that no test lasts long. */
const parts = [0, 1, 2] as const

for (const part of parts) {
  consoleTest(
    `axe finds no fault on any page, dialog and width, light and dark, part ${part + 1} of ${parts.length}`,
    { commands: pageCommands, timeoutMs: 540_000 },
    async (t, { page, open, server }) => {
      await requireSuccess(
        server.call('POST', '/ibmmq/console/api/v1/qmgr/QM1/queue/ORDERS/messages', {
          user: 'mqadmin:mqadmin',
          body: JSON.stringify({ text: 'an order' }),
        }),
      )
      const faults: string[] = []

      async function check(where: string): Promise<void> {
        faults.push(...(await findingsAtAllWidths(page)).map((each) => `${where} at ${each}`))
      }

      for (const { route, dialogs = [] } of consolePages.filter((_, index) => index % parts.length === part)) {
        await open(route)
        await waitForContent(page)
        await check(route)
        for (const controls of dialogs) {
          await openDialogByKeyboard(page, controls)
          await check(`${route}: ${controls.map(([, name]) => name).join(', ')}`)
          await page.keyboard.press('Escape')
          await page.getByRole('dialog').waitFor({ state: 'detached' })
        }
      }
      t.deepEqual(faults, [])
    },
  )
}
