import { axeFindings, narrowFindings } from '../../../_support/axe.ts'
import { findFreePort } from '../../../_support/free-port.ts'
import { shows } from '../../../_support/shows.ts'
import type { TestServer } from '../../web/_support/server.ts'
import { consoleTest } from './_support/console.ts'

const admin = { name: 'x', groups: [], privileged: true }

/** Creates QM2 in the installation, with a listener; returns its port. */
async function startPartner({ installation }: TestServer): Promise<number> {
  const port = await findFreePort()
  const partner = await installation.create('QM2')
  await partner.start()
  const connection = partner.connect(admin)
  for (const command of [
    'DEFINE QLOCAL(ORDERS)',
    `DEFINE LISTENER(TCP) TRPTYPE(TCP) PORT(${port}) IPADDR(127.0.0.1)`,
    'START LISTENER(TCP)',
  ])
    await connection.command(command)
  await connection.close()
  return port
}

async function count({ installation }: TestServer, manager: string, queue: string): Promise<number | undefined> {
  const connection = installation.find(manager)?.connect(admin)
  const messages = await connection?.countMessages(queue)
  await connection?.close()
  return messages
}

consoleTest(
  'one dialog connects two queue managers of the installation and tests the way with a message',
  {},
  async (t, { page, open, server }) => {
    const port = await startPartner(server)
    await open('#/qmgr/QM1/remote-managers')
    await page.locator('.page__head').getByRole('button', { name: 'Connect to another queue manager' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await dialog.getByText('Enter a name.').waitFor()
    await page.locator('#connect-other').fill('QM2')
    await page.locator(`#connect-port[placeholder="${port}"]`).waitFor()
    await dialog.getByText(`DEFINE CHANNEL('QM1.QM2') CHLTYPE(SDR) CONNAME('127.0.0.1(${port})') XMITQ(QM2)`).waitFor()
    await dialog.getByText("DEFINE CHANNEL('QM1.QM2') CHLTYPE(RCVR)").waitFor()
    t.deepEqual(await axeFindings(page, 'light'), [])
    t.deepEqual(await narrowFindings(page), [])

    await page.locator('#connect-testQueue').fill('NONE')
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await dialog.getByText(/Test message failed: There is no queue NONE.*Done before: .*START CHANNEL/).waitFor()
    await page.locator('#connect-testQueue').fill('ORDERS')
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'QM1.QM2' }).waitFor()
    await page.getByRole('status').getByText('Running', { exact: true }).waitFor()
    await shows(t, () => count(server, 'QM2', 'ORDERS'), 1)
  },
)

consoleTest(
  'the dialog says which step failed and what was done, and a further run completes it',
  { commands: ['DEFINE QLOCAL(TAKEN)'] },
  async (t, { page, open, server }) => {
    await open('#/qmgr/QM1/channels')
    await page.getByRole('button', { name: 'Connect to another queue manager' }).click()
    const dialog = page.getByRole('dialog')
    const connect = dialog.getByRole('button', { name: 'Connect', exact: true })
    await page.locator('#connect-other').fill('FAR')
    await page.locator('#connect-host').fill('127.0.0.1')
    await page.locator('#connect-port').fill('1')
    await page.locator('#connect-transmissionQueue').fill('TAKEN')
    await dialog.getByText('Run this on FAR before you connect:').waitFor()
    await connect.click()
    await dialog.getByText(/TAKEN exists on QM1 without USAGE\(XMITQ\)/).waitFor()

    await page.locator('#connect-transmissionQueue').fill('TO.FAR')
    await connect.click()
    const failure = /^START CHANNEL\('QM1\.FAR'\) failed: .*Check that FAR has the receiver channel QM1\.FAR/
    await dialog.getByText(failure).waitFor()
    await dialog.getByText('DEFINE QREMOTE(FAR) RQMNAME(FAR)').first().waitFor()
    await connect.click()
    await dialog.getByText(failure).waitFor()
    const connection = server.installation.find('QM1')?.connect(admin)
    const alias = await connection?.command('DISPLAY QREMOTE(FAR) XMITQ')
    await connection?.close()
    t.regex(JSON.stringify(alias?.responses), /TO\.FAR/)
  },
)
