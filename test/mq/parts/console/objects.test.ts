import { shows } from '../../../_support/shows.ts'
import { consoleTest } from './_support/console.ts'

consoleTest(
  'makes a topic, subscribes a queue to it, publishes',
  { commands: ['DEFINE QLOCAL(NEWS.IN)'] },
  async (_t, { page, open }) => {
    const dialog = page.getByRole('dialog')
    const create = dialog.getByRole('button', { name: 'Create' })

    await open('#/qmgr/QM1/topics')
    await page.getByRole('button', { name: 'Create' }).click()
    await dialog.getByLabel(/^Name - required/).fill('NEWS')
    await create.click()
    await page.locator('#attribute-TOPICSTR:focus').waitFor()
    await dialog.getByLabel(/^Topic string/).fill('news/today')
    await create.click()
    await page.getByRole('cell', { name: 'news/today' }).waitFor()

    await open('#/qmgr/QM1/subscriptions')
    await page.getByRole('button', { name: 'Create' }).click()
    await dialog.getByLabel(/^Name - required/).fill('all the news')
    await dialog.getByLabel(/^Topic string/).fill('news/#')
    await dialog.getByLabel(/^Destination class/).selectOption('PROVIDED')
    await dialog.getByLabel(/^Queue \(DEST\)/).fill('NEWS.IN')
    await create.click()
    await page.getByRole('link', { name: 'all the news' }).waitFor()

    await open('#/qmgr/QM1/topics/NEWS/publish')
    await page.getByLabel('Text').fill('it rains')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published').waitFor()

    await open('#/qmgr/QM1/queues/NEWS.IN')
    await page.getByRole('button', { name: 'it rains' }).click()
    await page.getByRole('dialog').getByText('news/today').first().waitFor()
  },
)

consoleTest('makes a listener, starts it and stops it', {}, async (t, { page, open }) => {
  await open('#/qmgr/QM1/listeners')
  await page.getByRole('button', { name: 'Create' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Name - required/).fill('IN')
  await dialog.getByLabel(/^Address/).fill('127.0.0.1')
  await dialog.getByRole('button', { name: 'Create' }).click()

  const row = page.getByRole('row', { name: /^Select (\S+) IN/ })
  const status = (state: string) => row.getByRole('cell', { name: state, exact: true }).waitFor()
  await status('Stopped')
  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Start' }).click()
  await status('Running')
  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Stop' }).click()
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await status('Stopped')
  t.pass()
})

consoleTest('makes channels of the type that is chosen, stops and starts one', {}, async (t, { page, open }) => {
  const dialog = page.getByRole('dialog')
  await open('#/qmgr/QM1/channels')
  await page.getByRole('button', { name: 'Create' }).click()
  await dialog.getByLabel(/^Name - required/).fill('TO.QM2')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('Enter a value.').first().waitFor()
  await dialog.getByText('Receiver', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('row', { name: /^Select (\S+) TO.QM2 Receiver/ }).waitFor()

  await open('#/qmgr/QM1/app-channels')
  await page.getByRole('button', { name: 'Create' }).click()
  await dialog.getByLabel(/^Name - required/).fill('APP.SVRCONN')
  await dialog.getByText('Show all available options').click()
  await dialog.getByLabel(/^Maximum instances \(MAXINST\)/).fill('5')
  await dialog.getByRole('button', { name: 'Create' }).click()

  const row = page.getByRole('row', { name: /^Select (\S+) APP.SVRCONN/ })
  await row.getByRole('cell', { name: 'Inactive' }).waitFor()
  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Stop' }).click()
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await row.getByRole('cell', { name: 'Stopped' }).waitFor()
  await row.getByRole('link').click()
  await page.getByText('No application is connected over this channel.').waitFor()
  await page.getByRole('tab', { name: 'Properties' }).click()
  await page.getByText('MAXINST').first().waitFor()
  t.is(await page.getByText('default: Unlimited').count(), 1)
})

consoleTest(
  'gives, changes and takes away authority on a queue',
  { commands: ['DEFINE QLOCAL(ORDERS)'] },
  async (t, { page, open }) => {
    const dialog = page.getByRole('dialog')
    await open('#/qmgr/QM1/queues/ORDERS/authority')
    await page.getByRole('button', { name: 'Add' }).click()
    await dialog.getByLabel(/^Name of the user/).fill('app')
    await dialog.getByText('Put (PUT)').click()
    await dialog.getByText('Get (GET)').click()
    await dialog.getByRole('button', { name: 'Save' }).click()

    const row = page.getByRole('row', { name: /^app User ORDERS/ })
    const marks = () => row.getByRole('cell').allTextContents()
    await shows(t, async () => (await marks()).slice(3, 6), ['●', '●', ''])
    await row.getByRole('button', { name: 'Edit the record of app' }).click()
    await dialog.getByText('Put (PUT)').click()
    await dialog.getByText('Browse (BROWSE)').click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await shows(t, async () => (await marks()).slice(3, 6), ['', '●', '●'])

    await row.getByRole('button', { name: 'Delete the record of app' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
    t.pass()
  },
)

consoleTest(
  'a field that names an object offers the objects of that kind, and takes any other name',
  {
    commands: [
      'DEFINE QLOCAL(TO.QM2) USAGE(XMITQ)',
      'DEFINE QLOCAL(ORDERS)',
      'DEFINE QREMOTE(FAR) RNAME(IN) RQMNAME(QM2)',
    ],
  },
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/queues/FAR/properties')
    await page.getByRole('button', { name: 'Edit' }).click()
    const field = page.getByLabel(/^Transmission queue/)
    const names = () => page.getByRole('listbox', { name: 'Choices' }).getByRole('option').allTextContents()
    t.deepEqual(await names(), [])
    await field.click()
    await shows(t, async () => (await names())[0], 'TO.QM2')
    t.false((await names()).includes('ORDERS'))
    await field.fill('LATER')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('LATER').first().waitFor()
  },
)
