import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { axeFindings, narrowFindings } from '../../../_support/axe.ts'
import { bindingsOf } from '../../web/_support/server.ts'
import { consoleTest } from './_support/console.ts'

const settings = `${bindingsOf('com.ibm.mq.rest')}<variable name="mqRestWebhookAllowedNetworks" value="127.0.0.0/8"/>`
const commands = [
  'DEFINE QLOCAL(Q)',
  "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
  "SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,GET,BROWSE)",
]

consoleTest(
  'an administrator sees webhooks and their deliveries, pauses one and deletes it',
  { settings, commands },
  async (t, { page, open, server }) => {
    const receiver = createServer((_, response) => response.writeHead(503).end()).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    t.teardown(() => receiver.close())
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const base = '/ibmmq/rest/v2/messaging/qmgr/QM1/queue/Q'
    const send = async (path: string, body: string, type: string) => {
      const headers = { 'content-type': type }
      t.is((await server.call('POST', base + path, { user: 'app:passw0rd', body, headers })).status, 201)
    }

    await open('#/qmgr/QM1/webhooks')
    await page.getByText('There are no webhooks yet').waitFor()
    await send('/webhook', JSON.stringify({ url }), 'application/json')
    await send('/message', 'm', 'text/plain')
    const table = page.getByRole('table', { name: 'Webhooks' })
    await table.getByText(url, { exact: true }).waitFor()
    await table.getByText('Active').waitFor()
    t.deepEqual(await axeFindings(page, 'light'), [])
    t.deepEqual(await narrowFindings(page), [])

    await table.getByRole('link', { name: `Deliveries to ${url}` }).click()
    await page.getByRole('table', { name: 'Last deliveries' }).getByText('503').first().waitFor()
    t.deepEqual(await axeFindings(page, 'light'), [])
    await page.goBack()
    await page.getByRole('button', { name: `Pause ${url}` }).click()
    await table.getByText('Paused').waitFor()
    await page.getByRole('button', { name: `Delete ${url}` }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('There are no webhooks yet').waitFor()
  },
)
