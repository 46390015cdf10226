/** Pages with charts that stay open for an hour, on a clock that runs ahead. */
import { consoleTest } from '../mq/parts/console/_support/console.ts'
import { leaveOpen, manyQueues } from '../mq/parts/console/_support/leave-open.ts'

for (const [title, route] of [
  ['the charts of a queue', '#/qmgr/QM1/queues/ORDERS/statistics'],
  ['the overview', '#/qmgr/QM1/overview'],
] as const) {
  consoleTest(
    `${title}, left open for an hour, neither grows nor floods the server`,
    { commands: manyQueues, hasOwnPage: true },
    (t, console) => leaveOpen(t, console, route),
  )
}
