/** A page that nobody touches for an hour, on a clock that runs ahead. */
import type { CDPSession, Page } from 'playwright-core'

import { consoleTest } from './_support/console.ts'

const commands = [
  'DEFINE QLOCAL(ORDERS)',
  ...Array.from({ length: 200 }, (_, number) => `DEFINE QLOCAL(Q.${number})`),
]
/** Seconds. */
const step = 40
const hour = 3600

for (const [title, route] of [
  ['the list of queues', '#/qmgr/QM1/queues'],
  ['the charts of a queue', '#/qmgr/QM1/queues/ORDERS/statistics'],
  ['the overview', '#/qmgr/QM1/overview'],
] as const) {
  consoleTest(
    `${title}, left open for an hour, neither grows nor floods the server`,
    { commands },
    async (t, { page, open }) => {
      await page.clock.install()
      await open(route)
      await page.waitForLoadState('networkidle')
      const session = await page.context().newCDPSession(page)
      let requests = 0
      page.on('request', () => requests++)

      await passes(page, hour / 2) // by then the charts have drawn their scales
      const early = await weigh(session)
      await passes(page, hour / 2)
      const late = await weigh(session)

      t.true(requests >= hour / step, `${requests} requests: it is not kept fresh`)
      t.true(requests <= hour / 2, `${requests} requests in an hour`)
      t.true(late.bytes - early.bytes < 1_500_000, `${late.bytes - early.bytes} bytes more than before`)
      t.true(late.nodes <= early.nodes * 1.1 + 50, `${late.nodes} nodes after ${early.nodes}`)
    },
  )
}

/** Lets so many seconds go by; whatever is asked of the server meanwhile is answered. */
async function passes(page: Page, seconds: number): Promise<void> {
  for (let at = 0; at < seconds; at += step) {
    await page.clock.runFor(step * 1000)
    await page.evaluate(() => fetch('/ibmmq/console/').then((response) => response.text()))
  }
}

/** What the page holds once its garbage is gone. */
async function weigh(session: CDPSession): Promise<{ bytes: number; nodes: number }> {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage') // what the first one let go of may have held more
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  return { bytes: usedSize, nodes }
}
