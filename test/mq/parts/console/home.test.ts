import { axeFindings, narrowFindings } from '../../../_support/axe.ts'
import { shows } from '../../../_support/shows.ts'
import { consoleTest } from './_support/console.ts'

/** A sender that was stopped, whose partner does not exist. */
const stoppedChannel = [
  'DEFINE QLOCAL(TO.QM2) USAGE(XMITQ)',
  `DEFINE CHANNEL(TO.QM2) CHLTYPE(SDR) CONNAME('127.0.0.1(1)') XMITQ(TO.QM2)`,
  'STOP CHANNEL(TO.QM2)',
]

consoleTest(
  'the home page shows what needs attention, and everything leads to its place',
  {
    commands: ['DEFINE QLOCAL(ORDERS) MAXDEPTH(4)', 'DEFINE QLOCAL(DEAD)', 'ALTER QMGR DEADQ(DEAD)', ...stoppedChannel],
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
    await list('Channels and listeners')
      .getByText(/It was stopped/)
      .waitFor()
    t.regex(
      String(await list('Full soon').getByRole('link', { name: 'Show messages' }).getAttribute('href')),
      /#\/qmgr\/QM1\/queues\/ORDERS\/messages$/,
    )
    await page.getByRole('img', { name: /^Put per second in the last hour, now/ }).waitFor()
    t.deepEqual(await axeFindings(page, 'light'), [])

    await page.getByRole('link', { name: '1 message on the dead-letter queue DEAD' }).click()
    await page.getByRole('heading', { name: 'DEAD' }).waitFor()
  },
)

consoleTest(
  'home starts a channel that was stopped or tries again',
  { commands: stoppedChannel },
  async (t, { page, open }) => {
    await open('#/home')
    const channels = page.getByRole('region', { name: 'Channels and listeners' })
    await channels.getByRole('button', { name: 'Start: TO.QM2' }).click()
    const again = channels.getByRole('button', { name: 'Try now: TO.QM2' })
    await again.waitFor()
    await again.click()
    await page.getByText('Start of the channel accepted').nth(1).waitFor()
    t.is(await page.getByText(/failed/).count(), 0)
  },
)

consoleTest(
  'home starts a listener that does not run',
  {
    commands: [
      `DEFINE LISTENER(TCP.A) TRPTYPE(TCP) IPADDR('127.0.0.1') PORT(0) CONTROL(QMGR)`,
      `DEFINE LISTENER(TCP.B) TRPTYPE(TCP) IPADDR('127.0.0.1') PORT(0) CONTROL(MANUAL)`,
    ],
  },
  async (t, { page, open }) => {
    await open('#/home')
    const list = page.getByRole('region', { name: 'Channels and listeners' })
    await list
      .getByText(/accepts no connections/)
      .nth(1)
      .waitFor()
    await list.getByRole('button', { name: 'Start: TCP.A' }).click()
    await page.getByText('Start of the listener accepted').waitFor()
    await list.getByText('Every channel and listener runs.').waitFor()
    t.is(await list.getByRole('listitem').count(), 0, 'one that is started by hand counts while no other runs')
  },
)

consoleTest('home starts a queue manager that was stopped', {}, async (t, { page, open, server }) => {
  const manager = server.installation.find('QM1')
  await manager?.end('immediate')
  await open('#/home')
  await page.getByRole('button', { name: 'Start: QM1' }).click()
  await page.getByRole('region', { name: 'QM1' }).getByText('Running').waitFor()
  t.is(manager?.state, 'running')
})

consoleTest('home leads through the first steps and marks those that are done', {}, async (t, { page, open }) => {
  await open('#/home')
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByRole('link', { name: 'Create a queue' }).click()
  await page.locator('#object-name').fill('ORDERS')
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('link', { name: 'ORDERS' }).waitFor()

  await open('#/home')
  await steps.getByRole('link', { name: 'Put a message' }).waitFor()
  await shows(t, () => steps.getByText('done', { exact: true }).count(), 2)
  t.deepEqual(await axeFindings(page, 'light'), [])
  t.deepEqual(await narrowFindings(page), [])
  await steps.getByRole('link', { name: 'Put a message' }).click()
  await page.getByRole('button', { name: 'Create message' }).click()
  await page.getByRole('dialog').getByLabel('Text').fill('hello')
  await page.getByRole('dialog').getByRole('button', { name: 'Put', exact: true }).click()
  await page.getByText('Message put').waitFor()

  await open('#/home')
  await steps.getByRole('link', { name: 'Create a channel for applications' }).waitFor()
  await steps.getByRole('button', { name: 'Hide the first steps' }).click()
  await steps.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Deepest queues' }).getByRole('link', { name: 'ORDERS' }).waitFor()
})
