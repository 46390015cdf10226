import { axeFindings } from '../_support/axe.ts'
import { shows } from '../_support/shows.ts'
import { consoleTest } from './_support/console.ts'

consoleTest(
  'the home page shows what needs attention, and everything leads to its place',
  {
    commands: [
      'DEFINE QLOCAL(ORDERS) MAXDEPTH(4)',
      'DEFINE QLOCAL(DEAD)',
      'ALTER QMGR DEADQ(DEAD)',
      'DEFINE QLOCAL(TO.QM2) USAGE(XMITQ)',
      `DEFINE CHANNEL(TO.QM2) CHLTYPE(SDR) CONNAME('127.0.0.1(1)') XMITQ(TO.QM2)`,
      'STOP CHANNEL(TO.QM2)',
    ],
  },
  async (t, { page, open, server }) => {
    const connection = server.installation.find('QM1')?.connect({ name: 'x', groups: [], privileged: true })
    const message = { body: Buffer.from('x'), format: 'MQSTR' }
    for (const queue of ['ORDERS', 'ORDERS', 'ORDERS', 'ORDERS', 'DEAD']) await connection?.put({ queue }, message)
    await connection?.close()

    await open('#/home')
    const list = (name: string) => page.getByRole('region', { name })
    await list('Full soon').getByRole('link', { name: 'ORDERS' }).waitFor()
    t.is(await list('Full soon').getByText('full', { exact: true }).count(), 1)
    await shows(t, () => list('Deepest queues').getByRole('link').allTextContents(), ['ORDERS', 'DEAD'])
    await list('Channels that need attention')
      .getByText(/It was stopped/)
      .waitFor()
    await page.getByRole('img', { name: /^Put per second in the last hour, now/ }).waitFor()
    t.deepEqual(await axeFindings(page, 'light'), [])

    await page.getByRole('link', { name: '1 message on the dead-letter queue DEAD' }).click()
    await page.getByRole('heading', { name: 'DEAD' }).waitFor()
  },
)
