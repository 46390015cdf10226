/** Every page and dialog of the console with the keyboard alone. */
import { requireSuccess } from '../_support/require-success.ts'
import { checkKeyboard } from '../mq/parts/console/_support/check-keyboard.ts'
import { consoleTest } from '../mq/parts/console/_support/console.ts'
import { consolePages, pageCommands } from '../mq/parts/console/_support/pages.ts'

/** The pages in parts, so that no test lasts long. */
const parts = [0, 1, 2, 3] as const

for (const part of parts) {
  consoleTest(
    `every page and dialog works with the keyboard alone, part ${part + 1} of ${parts.length}`,
    { commands: pageCommands, timeoutMs: 300_000 },
    async (t, { page, open, server }) => {
      await requireSuccess(
        server.call('POST', '/ibmmq/console/api/v1/qmgr/QM1/queue/ORDERS/messages', {
          user: 'mqadmin:mqadmin',
          body: JSON.stringify({ text: 'an order' }),
        }),
      )
      const pages = consolePages.filter((_, index) => index % parts.length === part)
      t.deepEqual(await checkKeyboard(page, open, pages), [])
    },
  )
}
