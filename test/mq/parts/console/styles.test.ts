/** A page that is opened by its URL has the styles of what it shows. `test/long/console-styles.test.ts` has every page. */
import { consoleTest } from './_support/console.ts'
import { findStyleFaults, putOrder } from './_support/find-style-faults.ts'
import { pageCommands } from './_support/pages.ts'

/** A page of each module of `route-page.tsx`. */
const shown = [
  ...['#/home', '#/dashboards', '#/no-such-page', '#/qmgr', '#/file-transfer/transfers'],
  ...['overview', 'configuration', 'mqsc', 'channel-rules', 'remote-managers', 'queues'].map(
    (section) => `#/qmgr/QM1/${section}`,
  ),
  ...['messages', 'properties', 'statistics'].map((tab) => `#/qmgr/QM1/queues/ORDERS/${tab}`),
].map((route) => ({ route }))

consoleTest(
  'a page of each form that is opened by its URL has the rules of its classes',
  { commands: [...pageCommands, 'ALTER QLOCAL(ORDERS) MAXDEPTH(1)', 'STOP CHANNEL(TO.QM2)'], timeoutMs: 240_000 },
  async (t, opened) => {
    await putOrder(opened)
    t.deepEqual(await findStyleFaults(opened, shown), [])
  },
)
