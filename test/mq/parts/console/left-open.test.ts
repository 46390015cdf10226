/** A page that stays open for an hour. Other pages are in `test/long/console-left-open.test.ts`. */
import { consoleTest } from './_support/console.ts'
import { leaveOpen, manyQueues } from './_support/leave-open.ts'

consoleTest(
  'the list of queues, left open for an hour, neither grows nor floods the server',
  { commands: manyQueues, hasOwnPage: true },
  (t, console) => leaveOpen(t, console, '#/qmgr/QM1/queues'),
)
