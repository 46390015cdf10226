/** Leaves a page open for an hour, on a clock that runs ahead. */
import type { ExecutionContext } from 'ava'
import type { CDPSession, Page } from 'playwright-core'
import type { Console } from './console.ts'

/** MQSC for more queues than a page shows. */
export const manyQueues = [
  'DEFINE QLOCAL(ORDERS)',
  ...Array.from({ length: 200 }, (_, number) => `DEFINE QLOCAL(Q.${number})`),
]

const stepSeconds = 40
const hourSeconds = 3600

/** Fails when the page grows, asks the server too often, or is not kept up to date. */
export async function leaveOpen(t: ExecutionContext, { page, open }: Console, route: string): Promise<void> {
  await page.clock.install()
  await open(route)
  await page.waitForLoadState('networkidle')
  const session = await page.context().newCDPSession(page)
  let requests = 0
  page.on('request', () => requests++)

  await passTime(page, hourSeconds / 2) // by then the charts have drawn their scales
  const early = await measureMemory(session)
  await passTime(page, hourSeconds / 2)
  const late = await measureMemory(session)

  t.true(requests >= hourSeconds / stepSeconds, `${requests} requests: it is not kept up to date`)
  t.true(requests <= hourSeconds / 2, `${requests} requests in an hour`)
  t.true(late.bytes - early.bytes < 1_500_000, `${late.bytes - early.bytes} bytes more than before`)
  t.true(late.nodes <= early.nodes * 1.1 + 50, `${late.nodes} nodes after ${early.nodes}`)
}

/** Moves the clock of the page, and waits for the responses to its requests. */
async function passTime(page: Page, seconds: number): Promise<void> {
  for (let at = 0; at < seconds; at += stepSeconds) {
    await page.clock.runFor(stepSeconds * 1000)
    await page.evaluate(() => fetch('/ibmmq/console/').then((response) => response.text()))
  }
}

/** Returns the memory of the page after garbage collections. */
async function measureMemory(session: CDPSession): Promise<{ bytes: number; nodes: number }> {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage') // the first one can release what holds more
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  return { bytes: usedSize, nodes }
}
