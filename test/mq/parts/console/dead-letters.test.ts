import type { Connection } from '../../../../src/mq/manager/index.ts'
import { shows } from '../../../_support/shows.ts'
import { consoleTest } from './_support/console.ts'

/** Puts messages that the queue manager cannot deliver, so that a full queue has left them on DEAD. */
async function putDead(connection: Connection, queue: string, text: string, reason = 2053): Promise<void> {
  const header = Buffer.alloc(172, ' ')
  header.write('DLH ')
  header.writeInt32LE(1, 4)
  header.writeInt32LE(reason, 8)
  header.write(queue, 12)
  header.write('QM1', 60)
  header.writeInt32LE(1208, 112)
  header.write('MQSTR', 116)
  await connection.put({ queue: 'DEAD' }, { body: Buffer.concat([header, Buffer.from(text)]), format: 'MQDEAD' })
}

consoleTest(
  'dead letters show why they are there and where they belong, and several are put back at once',
  { commands: ['DEFINE QLOCAL(DEAD)', 'DEFINE QLOCAL(ORDERS)', 'ALTER QMGR DEADQ(DEAD)'] },
  async (t, { page, open, server }) => {
    const connection = server.installation.find('QM1')?.connect({ name: 'x', groups: [], privileged: true })
    if (!connection) throw new Error('QM1 does not run')
    await putDead(connection, 'ORDERS', 'tea')
    await putDead(connection, 'ORDERS', 'coffee')
    await putDead(connection, 'NOWHERE', 'milk', 2085)

    await open('#/qmgr/QM1/queues/DEAD/messages')
    const row = (text: string) => page.getByRole('row', { name: text })
    await row('tea').getByText('Queue full (2053)').waitFor()
    await row('tea').getByText('ORDERS @ QM1').waitFor()
    await row('milk').getByText('Queue unknown (2085)').waitFor()

    await page.locator('label[for="select-all"]').click()
    await page.getByRole('button', { name: 'Put back', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Put back' }).click()
    await page.getByText('2 messages put back').waitFor()
    await dialog.getByText('1 message stayed on the queue').waitFor()
    t.regex(String(await dialog.getByRole('listitem').textContent()), /NOWHERE/)
    t.deepEqual(
      (await connection.list('ORDERS', { limit: 9 })).map(({ format }) => format.trim()),
      ['MQSTR', 'MQSTR'],
    )

    await connection.command('DEFINE QLOCAL(NOWHERE)')
    await dialog.getByRole('button', { name: 'Put back' }).click()
    await page.getByText('There are no messages.').waitFor()
    t.is(String((await connection.get('NOWHERE'))?.body), 'milk')
    await connection.close()
  },
)

consoleTest(
  'all dead letters are put back from the page, and the tools do not move the list when messages are selected',
  { commands: ['DEFINE QLOCAL(DEAD)', 'DEFINE QLOCAL(ORDERS)', 'ALTER QMGR DEADQ(DEAD)'] },
  async (t, { page, open, server }) => {
    const connection = server.installation.find('QM1')?.connect({ name: 'x', groups: [], privileged: true })
    if (!connection) throw new Error('QM1 does not run')
    for (let number = 1; number <= 130; number++)
      await putDead(connection, number % 40 === 0 ? 'NOWHERE' : 'ORDERS', `tea ${number}`)

    await page.setViewportSize({ width: 1440, height: 900 })
    await open('#/qmgr/QM1/queues/DEAD/messages')
    await page.getByText('1 to 25 of 130').waitFor()
    const first = page.getByRole('button', { name: 'tea 1', exact: true })
    const before = await first.boundingBox()
    await page.locator('label[for="select-all"]').click()
    await page.getByText('25 items selected').waitFor()
    t.deepEqual(await first.boundingBox(), before)
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Put back all' }).click()
    const dialog = page.getByRole('dialog', { name: 'Put back 130 messages' })
    await dialog.getByRole('button', { name: 'Put back' }).click()
    await page.locator('.notice', { hasText: '127 messages put back' }).getByText('ORDERS', { exact: true }).waitFor()
    await page.getByRole('dialog').getByText('3 messages stayed on the queue').waitFor()
    await page.getByText('1 to 3 of 3').waitFor()
    t.is((await connection.list('ORDERS', { limit: 200 })).length, 127)
    t.is((await connection.list('DEAD', { limit: 200 })).length, 3)
    await connection.close()
  },
)

consoleTest(
  'a dead letter is put back from its dialog, or put again after an edit on the queue of its header',
  { commands: ['DEFINE QLOCAL(DEAD)', 'DEFINE QLOCAL(ORDERS)', 'ALTER QMGR DEADQ(DEAD)'] },
  async (t, { page, open, server }) => {
    const connection = server.installation.find('QM1')?.connect({ name: 'x', groups: [], privileged: true })
    if (!connection) throw new Error('QM1 does not run')
    await putDead(connection, 'ORDERS', 'tea')

    await open('#/qmgr/QM1/queues/DEAD/messages')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'tea' }).click()
    const body = dialog.getByRole('region', { name: /^Body as/ })
    await shows(t, () => body.textContent(), 'tea')
    await dialog.getByRole('button', { name: 'Edit and put again' }).click()
    await dialog.getByText('ORDERS', { exact: true }).waitFor()
    await dialog.getByLabel('Text').fill('green tea')
    await dialog.getByRole('button', { name: 'Put', exact: true }).click()
    await page.getByText('Message put').waitFor()
    t.is(String((await connection.get('ORDERS'))?.body), 'green tea')

    await page.getByRole('button', { name: 'tea' }).click()
    await dialog.getByRole('button', { name: 'Put back' }).click()
    await dialog.getByText('The header names ORDERS @ QM1.').waitFor()
    await dialog.getByRole('button', { name: 'Put back' }).click()
    await page.getByText('There are no messages.').waitFor()
    t.is(String((await connection.get('ORDERS'))?.body), 'tea')
    await connection.close()
  },
)

consoleTest(
  'a search says how far it has read the queue, and goes on to messages behind',
  { commands: ['DEFINE QLOCAL(ORDERS)'] },
  async (t, { page, open, server }) => {
    const connection = server.installation.find('QM1')?.connect({ name: 'x', groups: [], privileged: true })
    for (let number = 1; number <= 60; number++)
      await connection?.put({ queue: 'ORDERS' }, { body: Buffer.from(`tea ${number}`), format: 'MQSTR' })
    await connection?.put({ queue: 'ORDERS' }, { body: Buffer.from('coffee'), format: 'MQSTR' })

    await open('#/qmgr/QM1/queues/ORDERS/messages')
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('tea')
    await page.getByText('25 of 61 messages searched').waitFor()
    await connection?.get('ORDERS')
    await page.getByRole('button', { name: 'Search on' }).click()
    await page.getByText('50 of 60 messages searched').waitFor()
    t.is(await page.getByRole('button', { name: /^tea \d/ }).count(), 50)
    await page.getByRole('button', { name: 'tea 26', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Search on' }).click()
    await page.getByText('61 messages searched').waitFor()
    t.is(await page.getByRole('button', { name: 'Search on' }).count(), 0)
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('milk')
    await page.getByText('No message has this text.').waitFor()
    await connection?.close()
  },
)

consoleTest(
  'a search goes to the end of the queue by itself, and all messages are moved in blocks',
  { commands: ['DEFINE QLOCAL(ORDERS)', 'DEFINE QLOCAL(OTHER)'] },
  async (t, { page, open, server }) => {
    const connection = server.installation.find('QM1')?.connect({ name: 'x', groups: [], privileged: true })
    for (let number = 1; number <= 130; number++)
      await connection?.put({ queue: 'ORDERS' }, { body: Buffer.from(`tea ${number}`), format: 'MQSTR' })

    await open('#/qmgr/QM1/queues/ORDERS/messages')
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('tea')
    await page.getByRole('button', { name: 'Search to the end' }).click()
    await page.getByText('130 messages searched').waitFor()
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('')
    await page.getByText('1 to 25 of 130').waitFor()

    await page.getByLabel('Select all of this page').check({ force: true })
    await page.getByRole('button', { name: 'Select all 130' }).click()
    await page.getByText('All 130 selected').waitFor()
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Target queue').fill('OTHER')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('130 messages moved').waitFor()
    await page.getByText('There are no messages.').waitFor()
    t.is(String((await connection?.get('OTHER'))?.body), 'tea 1')
    await connection?.close()
  },
)
