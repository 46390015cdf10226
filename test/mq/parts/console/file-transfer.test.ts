/** The pages of file transfer, in the sandbox with its two agents. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { axeFindings } from '../../../_support/axe.ts'
import { whyNoPages } from '../../../_support/browser.ts'
import { eventually } from '../../../_support/eventually.ts'
import { sharedProduct } from '../../../_support/shared-product.ts'
import { call } from '../../web/_support/server.ts'
import { checkKeyboard } from './_support/check-keyboard.ts'
import { logInToConsole } from './_support/log-in.ts'
import { fileTransferPages, waitForContent } from './_support/pages.ts'

const product = sharedProduct(test)
const missing = whyNoPages('console')
const pageTest = missing ? test.skip : test.serial

const api = '/ibmmq/console/api/v1/mft'
const admin = 'mftadmin:mftadmin'
const reader = 'mftreader:mftreader'

function send(method: string, path: string, user: string, body?: unknown) {
  return call(Number(new URL(product.mqweb).port), method, `${api}${path}`, {
    user,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
}

const folder = (agent: string) => join(product.data, 'transfer', agent)

async function writeSource(name: string): Promise<void> {
  await mkdir(folder('AGENT1'), { recursive: true })
  await writeFile(join(folder('AGENT1'), name), name)
}

test.serial('a poll of transfers gets those that changed', async (t) => {
  await writeSource('poll.txt')
  const first = (await send('GET', '/transfers', admin)).json
  t.deepEqual([first.complete, first.transfer, first.total], [true, [], 0])
  t.deepEqual((await send('GET', `/transfers?since=${first.revision}`, admin)).json.transfer, [])

  const { status } = await send('POST', '/transfers', admin, {
    job: { name: 'poll' },
    sourceAgent: { name: 'AGENT1', qmgrName: 'QM1' },
    destinationAgent: { name: 'AGENT2', qmgrName: 'QM1' },
    transferSet: {
      item: [{ source: { name: 'poll.txt', type: 'file' }, destination: { name: 'in', type: 'directory' } }],
    },
  })
  t.is(status, 202)
  const ended = await eventually(async () => {
    const { transfer } = (await send('GET', `/transfers?since=${first.revision}`, admin)).json
    return transfer[0]?.endedAt === undefined ? undefined : transfer[0]
  })
  t.like(ended, { jobName: 'poll', state: 'successful', sourceAgent: 'AGENT1', numberOfFiles: 1, bytesSent: 8 })
  t.is((await send('GET', '/transfers?since=000000000000.1', admin)).json.complete, true)
})

test.serial('the roles of file transfer decide', async (t) => {
  for (const [user, get, post] of [
    [admin, 200, 404],
    [reader, 200, 403],
    ['mqadmin:mqadmin', 200, 404],
    ['mqreader:mqreader', 403, 403],
    ['app:passw0rd', 403, 403],
  ] as const) {
    t.is((await send('GET', '/agent', user)).status, get, user)
    t.is((await send('POST', '/agent/NONE/start', user)).status, post, user)
    t.is((await send('POST', '/transfers/414D/cancel', user)).status, post, user)
    t.is((await send('POST', '/agent/AGENT1/monitor/NONE/stop', user)).status, post, user)
    t.is((await send('DELETE', '/schedule/414D', user)).status, post, user)
  }
})

pageTest('a user moves a file, and sees the result of each file', async (t) => {
  await writeSource('report.txt')
  const { page, problems } = await logIn(t, 'mftadmin')
  await page.getByRole('heading', { name: 'Transfers' }).waitFor()
  t.is(await page.getByRole('link', { name: 'Queue managers' }).count(), 0)

  await page.getByRole('button', { name: 'New transfer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await dialog.getByText('Enter a source.').waitFor()
  await page.locator('#transfer-sourceAgent').selectOption('AGENT1')
  await page.locator('#transfer-source').fill('report.txt')
  await page.locator('#transfer-destinationAgent').selectOption('AGENT2')
  await page.locator('#transfer-destination').fill('from-page')
  await dialog.getByLabel('Job name').fill('Monthly report')
  await dialog.getByRole('button', { name: 'Start' }).click()

  const row = page.getByRole('row', { name: /Monthly report/ })
  await row.getByText('Successful').waitFor()
  t.is(await readFile(join(folder('AGENT2'), 'from-page', 'report.txt'), 'utf8'), 'report.txt')
  await row.getByRole('link', { name: 'Monthly report' }).click()
  const files = page.getByRole('table', { name: 'Files of the transfer' })
  await files
    .getByText(/report\.txt/)
    .first()
    .waitFor()
  t.deepEqual(await axeFindings(page, 'light'), [])
  t.deepEqual(problems, [])
})

pageTest('a user stops and starts an agent, and schedules and deletes a transfer', async (t) => {
  const { page, open, problems } = await logIn(t, 'mftadmin')
  await open('#/file-transfer/agents')
  const row = page.getByRole('row', { name: /AGENT2/ })
  await row.getByText('Ready').waitFor()
  await row.getByRole('button', { name: 'Stop AGENT2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
  await row.getByText('Stopped').waitFor()
  await row.getByRole('button', { name: 'Start AGENT2' }).click()
  await row.getByText('Ready').waitFor()

  await open('#/file-transfer/transfers')
  await page.getByRole('button', { name: 'New transfer' }).click()
  await page.locator('#transfer-sourceAgent').selectOption('AGENT1')
  await page.locator('#transfer-source').fill('report.txt')
  await page.locator('#transfer-destinationAgent').selectOption('AGENT2')
  await page.locator('#transfer-destination').fill('later')
  await page.getByText('Start later').click()
  await page.locator('#transfer-startTime').fill('2099-01-01T10:00')
  await page.locator('#transfer-priority').selectOption('7')
  await page.locator('#transfer-repeat').selectOption('weeks')
  await page.locator('#transfer-frequency').fill('2')
  await page.locator('#transfer-repeatCount').fill('0')
  await page.getByText('Enter a whole number from 1 to 1,000,000,000.').waitFor()
  await page.locator('#transfer-repeatCount').fill('3')
  await page.locator('#transfer-endTime').fill('2098-01-01T10:00')
  await page.getByText('The end must be later than the start.').waitFor()
  await page.locator('#transfer-endTime').fill('2099-12-31T10:00')
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await open('#/file-transfer/schedules')
  const scheduled = page.getByRole('row', { name: /Every 2 weeks, 3 starts/ })
  await scheduled.waitFor()
  const { schedule } = (await send('GET', '/schedule', admin)).json
  t.like(schedule[0].repeat, { every: 2, unit: 'weeks', count: 3 })
  await scheduled.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No transfer is scheduled').waitFor()
  t.deepEqual(problems, [])
})

pageTest('a monitor is created, starts transfers, is stopped and deleted', async (t) => {
  const { page, open, problems } = await logIn(t, 'mftadmin')
  await open('#/file-transfer/monitors')
  await page.getByText('There are no monitors yet').waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('CSV')
  await page.locator('#monitor-resource').fill(folder('AGENT1'))
  await page.locator('#monitor-pattern').fill('*.csv')
  await page.locator('#monitor-pollUnit').selectOption('seconds')
  await page.locator('#monitor-sourceAgent').selectOption('AGENT1')
  await page.locator('#monitor-destinationAgent').selectOption('AGENT2')
  await page.locator('#monitor-destination').fill('csv')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const row = page.getByRole('row', { name: /CSV/ })
  await row.getByText('Every second').waitFor()

  await writeSource('found.csv')
  await eventually(async () => {
    const { transfer } = (await send('GET', '/transfers', admin)).json
    return transfer.find((each: { monitor?: string; endedAt?: number }) => each.monitor === 'CSV' && each.endedAt)
  })
  await row.getByRole('button', { name: 'CSV', exact: true }).click()
  await dialog.getByRole('table').getByText('Successful').waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()

  await row.getByRole('button', { name: 'Stop CSV' }).click()
  await row.getByText('Stopped').waitFor()
  await row.getByRole('button', { name: 'Delete CSV' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('There are no monitors yet').waitFor()
  t.deepEqual(problems, [])
})

// Every page by keyboard, at all widths and in both themes is in `test/long/file-transfer-accessibility.test.ts`.
pageTest('a reader sees every page without changes', async (t) => {
  const { page, open, problems } = await logIn(t, 'mftreader')
  for (const section of ['transfers', 'schedules', 'monitors', 'agents']) {
    await open(`#/file-transfer/${section}`)
    await waitForContent(page)
    const changes = page.getByRole('button', { name: /^(New transfer|Create|Stop|Start|Delete)/ })
    t.is(await changes.count(), 0, section)
  }
  t.deepEqual(problems, [])
})

pageTest('transfers and their dialog work with the keyboard alone', async (t) => {
  const { page, open, problems } = await logIn(t, 'mftadmin')
  t.deepEqual(await checkKeyboard(page, open, fileTransferPages.slice(0, 1)), [])
  t.deepEqual(problems, [])
})

pageTest('a user without these roles sees no page of file transfer', async (t) => {
  const { page } = await logIn(t, 'app', 'passw0rd')
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  t.is(await page.getByRole('link', { name: 'Transfers' }).count(), 0)
})

function logIn(t: ExecutionContext, user: string, password = user) {
  t.timeout(55_000)
  return logInToConsole(t, product.mqweb, user, password)
}
