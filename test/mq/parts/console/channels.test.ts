import { consoleTest } from './_support/console.ts'

const commands = [
  'DEFINE QLOCAL(QM2) USAGE(XMITQ)',
  `DEFINE CHANNEL(TO.QM2) CHLTYPE(SDR) CONNAME('127.0.0.1(1)') XMITQ(QM2)`,
  'DEFINE QREMOTE(FAR) RNAME(ORDERS) RQMNAME(QM2) XMITQ(QM2)',
]

consoleTest(
  'the page of a channel says why it does not run, when it tries again, and what each action does',
  { commands },
  async (t, { page, open, server }) => {
    const connection = server.installation.find('QM1')?.connect({ name: 'x', groups: [], privileged: true })
    await connection?.put({ queue: 'FAR' }, { body: Buffer.from('x'), format: 'MQSTR' })
    await connection?.close()

    await open('#/qmgr/QM1/channels/TO.QM2')
    const state = page.getByRole('status')
    await state.getByText('Inactive').waitFor()
    const action = (name: string) => page.getByRole('listitem').getByRole('button', { name, exact: true })
    await page.getByText('Waiting on the transmission queue1').waitFor()
    await action('Start').click()
    await state.getByText('Tries again', { exact: true }).waitFor()
    await state.getByText(/^Last error: the partner cannot be reached: 127\.0\.0\.1\(1\)/).waitFor()
    await state.getByText(/^Next try at .+, in \d+ s\./).waitFor()
    t.is(await action('Start').count(), 0, 'it is started already')
    await state.getByRole('button', { name: 'Try now: TO.QM2' }).click()
    await page.getByText('Start of the channel accepted').last().waitFor()
    await state.getByText('Tries again', { exact: true }).waitFor()

    await page.getByText('Sends the batch in doubt again.').getByText('No batch is in doubt.').waitFor()
    await page.getByText('It is no queue manager of this installation').waitFor()
    await action('Ping').click()
    await page.getByText('Ping failed: TO.QM2').waitFor()
    await action('Stop').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
    await state.getByText('It was stopped.').waitFor()
    t.is(await action('Stop').count(), 0)
    await action('Start').waitFor()
  },
)

consoleTest(
  'both ends of a channel stand side by side when the installation has both',
  { commands },
  async (t, { page, open, server }) => {
    const partner = await server.installation.create('QM2')
    await partner.start()
    const connection = partner.connect({ name: 'x', groups: [], privileged: true })
    await connection.command('DEFINE CHANNEL(TO.QM2) CHLTYPE(RCVR)')
    await connection.close()

    await open('#/qmgr/QM1/channels/TO.QM2')
    const other = page.getByRole('region', { name: 'The other end' })
    await other.getByText('Receiver').waitFor()
    await other.getByRole('link', { name: 'TO.QM2' }).click()
    await page.getByRole('region', { name: 'This end' }).getByRole('link', { name: 'QM2' }).waitFor()
    t.true(page.url().endsWith('#/qmgr/QM2/channels/TO.QM2'))
  },
)
