/** Every page and dialog of the console has its styles when the page is opened by its URL. */
import { consoleTest } from '../mq/parts/console/_support/console.ts'
import { findStyleFaults, putOrder } from '../mq/parts/console/_support/find-style-faults.ts'
import { consolePages, pageCommands } from '../mq/parts/console/_support/pages.ts'

consoleTest(
  'every page that is opened by its URL has the rules of its classes, with its dialogs',
  { commands: pageCommands, timeoutMs: 300_000 },
  async (t, opened) => {
    await putOrder(opened)
    t.deepEqual(await findStyleFaults(opened, consolePages), [])
  },
)
