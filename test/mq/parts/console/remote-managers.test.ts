import { axeFindings, narrowFindings } from '../../../_support/axe.ts'
import { consoleTest } from './_support/console.ts'

consoleTest(
  'a user sees remote queue managers, their channels and the route of a message',
  {
    commands: [
      'DEFINE QLOCAL(QM2) USAGE(XMITQ)',
      'DEFINE QREMOTE(FAR) RNAME(THERE) RQMNAME(QM2)',
      `DEFINE CHANNEL(QM1.QM2) CHLTYPE(SDR) CONNAME('127.0.0.1(1)') XMITQ(QM2)`,
    ],
  },
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/remote-managers')
    const managers = page.getByRole('table', { name: 'Remote queue managers' })
    await managers.getByText(/Transmission queue QM2 \(0 messages\), channel QM1\.QM2 to .*: Inactive/).waitFor()
    await page.getByRole('table', { name: 'Remote queue definitions' }).getByText('THERE').waitFor()

    await page.getByRole('button', { name: 'Find the route' }).click()
    await page.getByText('Enter the name of a queue.').waitFor()
    await page.locator('#route-queue').fill('FAR')
    await page.getByRole('button', { name: 'Find the route' }).click()
    await page.getByText('The remote definition FAR stands for THERE on QM2.').waitFor()
    await page.getByText(/The message goes to THERE on QM2/).waitFor()
    await page.locator('#route-queue').fill('NONE')
    await page.getByRole('button', { name: 'Find the route' }).click()
    await page.getByText('There is no queue NONE, or you may not display it.').waitFor()
    t.deepEqual(await axeFindings(page, 'light'), [])
    t.deepEqual(await narrowFindings(page), [])

    await managers.getByRole('link', { name: 'Administer QM2' }).click()
    await page.getByRole('heading', { name: 'MQSC on QM2' }).waitFor()
    const sent = page.waitForRequest((request) => request.url().endsWith('/qmgr/QM2/mqsc'))
    await page.getByRole('combobox').fill('DISPLAY QMGR')
    await page.keyboard.press('Enter')
    t.is((await sent).headers()['ibm-mq-rest-gateway-qmgr'], 'QM1')
  },
)
