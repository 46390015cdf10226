import { shows } from '../../../_support/shows.ts'
import { consoleTest } from './_support/console.ts'

consoleTest(
  'the topology draws the ways of messages, and what stands still in red',
  {
    commands: [
      'DEFINE QLOCAL(ORDERS) MAXDEPTH(5)',
      'DEFINE QLOCAL(QM2) USAGE(XMITQ) PUT(DISABLED)',
      'DEFINE QALIAS(ALIAS) TARGET(ORDERS)',
      'DEFINE QREMOTE(FAR) RNAME(THERE) RQMNAME(QM2) XMITQ(QM2)',
      'DEFINE TOPIC(NEWS) TOPICSTR(news)',
      'DEFINE SUB(READER) TOPICSTR(news/eu) DESTCLAS(PROVIDED) DEST(ORDERS)',
      `DEFINE CHANNEL(TO.QM2) CHLTYPE(SDR) CONNAME('127.0.0.1(1)') XMITQ(QM2)`,
    ],
  },
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/topology')
    await page.getByRole('link', { name: 'QM2: put inhibited' }).waitFor()
    await page.getByText('1 object stands still: QM2 (put inhibited)').waitFor()
    // Topic to subscription to queue, alias to queue, remote queue to transmission queue to channel to queue manager.
    t.is(await page.locator('.topology__way').count(), 6)
    t.is(await page.locator('.topology__way--blocked').count(), 2)

    await page.getByRole('searchbox', { name: 'Search objects' }).fill('news')
    await shows(t, () => page.locator('.topology__node').count(), 2)
    await page.getByRole('link', { name: 'NEWS: news' }).click()
    await page.getByRole('heading', { level: 1, name: 'NEWS' }).waitFor()
  },
)

consoleTest(
  'the topology of all queue managers joins a sender and a receiver of one name, and says who does not run',
  {
    commands: [
      'DEFINE QLOCAL(QM2) USAGE(XMITQ)',
      `DEFINE CHANNEL(TO.QM2) CHLTYPE(SDR) CONNAME('127.0.0.1(1)') XMITQ(QM2)`,
      'DEFINE QLOCAL(ORDERS)',
    ],
  },
  async (t, { page, open, server }) => {
    const second = await server.installation.create('QM2')
    await second.start()
    await server.installation.create('QM3')
    const connection = second.connect({ name: 'x', groups: [], privileged: true })
    await connection.command('DEFINE CHANNEL(TO.QM2) CHLTYPE(RCVR)')
    await connection.close()

    await open('#/qmgr/QM1/topology')
    await page.getByRole('link', { name: 'QM2', exact: true }).waitFor()
    t.is(await page.locator('.topology__way').count(), 2, 'to the channel and to the queue manager')
    await page.getByRole('checkbox', { name: 'All queue managers' }).check({ force: true })
    await page.getByText('The queue manager does not run.').waitFor()
    t.is(await page.locator('.topology__frame').count(), 3)
    t.is(await page.locator('.topology__way--between').count(), 1)
    await page.getByRole('searchbox', { name: 'Search objects' }).fill('TO.QM2')
    await shows(t, () => page.locator('.topology__box').count(), 3)
  },
)

consoleTest(
  'the topology answers within 200 ms at 500 objects',
  { commands: Array.from({ length: 500 }, (_, index) => `DEFINE QLOCAL(QUEUE.${index})`) },
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/topology')
    await page.getByRole('link', { name: 'QUEUE*: 500 objects' }).waitFor()
    const search = page.getByRole('searchbox', { name: 'Search objects' })
    await page.evaluate(`globalThis.slow = 0; new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) slow = Math.max(slow, duration)
    }).observe({ type: 'event', durationThreshold: 16 })`)
    await search.pressSequentially('499')
    await page.getByRole('link', { name: 'QUEUE.499: 0 messages' }).waitFor()
    await shows(t, () => page.locator('.topology__node').count(), 1)
    t.log(`the slowest key took ${await page.evaluate('slow')} ms`)
  },
)

consoleTest(
  'of many queues the topology shows those with ways, messages or trouble, groups the rest, and names dead letters',
  {
    commands: [
      ...['ORDERS', 'STOCK'].flatMap((area) =>
        Array.from({ length: 40 }, (_, index) => `DEFINE QLOCAL(${area}.${index + 10})`),
      ),
      'DEFINE QALIAS(INBOX) TARGET(ORDERS.11)',
      'ALTER QMGR DEADQ(SYSTEM.DEAD.LETTER.QUEUE)',
    ],
  },
  async (t, { page, open, server }) => {
    const connection = server.installation.find('QM1')?.connect({ name: 'x', groups: [], privileged: true })
    const message = { body: Buffer.from('x'), format: 'MQSTR' }
    for (const queue of ['STOCK.20', 'SYSTEM.DEAD.LETTER.QUEUE']) await connection?.put({ queue }, message)
    await connection?.close()
    await open('#/qmgr/QM1/topology')
    await page.getByText('1 object stands still: SYSTEM.DEAD.LETTER.QUEUE (dead letters)').waitFor()
    await page.getByRole('link', { name: 'STOCK.20: 1 message' }).waitFor()
    await page.getByRole('link', { name: 'ORDERS*: 39 objects' }).waitFor()
    t.is(await page.locator('.topology__node').count(), 6)
    t.is(await page.locator('.topology__way').count(), 1)
    await page.getByRole('link', { name: 'STOCK*: 39 objects' }).click()
    await page.getByText('40 queues', { exact: true }).or(page.getByText('40 of 81 queues')).waitFor()
    t.regex(page.url(), /search=STOCK\*/)
  },
)
