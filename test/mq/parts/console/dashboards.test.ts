import { readFile } from 'node:fs/promises'
import { axeFindings } from '../../../_support/axe.ts'
import { requireSuccess } from '../../../_support/require-success.ts'
import { shows } from '../../../_support/shows.ts'
import { consoleTest } from './_support/console.ts'

consoleTest(
  'a user builds a dashboard, arranges it, and finds it again',
  { commands: ['DEFINE QLOCAL(ORDERS)', 'DEFINE TOPIC(NEWS) TOPICSTR(news)'] },
  async (t, { page, open, server }) => {
    const dialog = page.getByRole('dialog')
    const titles = () => page.locator('.widget__title').allTextContents()

    await open('#/home')
    await page.getByRole('button', { name: 'User and appearance' }).click()
    await page.getByText('Dashboards', { exact: true }).click()
    await page.getByText('You have no dashboard yet.').waitFor()
    await page.getByRole('button', { name: 'Add dashboard' }).click()
    await page.getByText('This dashboard has no widgets yet.').waitFor()

    for (const kind of ['queues', 'topics', 'managers'] as const) {
      await page.getByRole('button', { name: 'Add widget' }).click()
      await dialog.getByLabel('Content').selectOption(kind)
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Add widget' }).click()
    await dialog.getByLabel('Content').selectOption('chart')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('Enter the name of a queue.').waitFor()
    await dialog.getByLabel('Queue', { exact: true }).fill('ORDERS')
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: /^Depth/ }).waitFor()
    await shows(t, titles, ['Queues of QM1', 'Topics of QM1', 'Queue managers', 'ORDERS'])

    // By keyboard: the handle keeps the focus while its widget moves.
    await page.getByRole('button', { name: 'Move ORDERS' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByText('ORDERS is 3 of 4 columns wide.').waitFor()
    await shows(t, titles, ['Queues of QM1', 'ORDERS', 'Topics of QM1', 'Queue managers'])

    // By drag.
    await page.getByRole('button', { name: 'Move Queue managers' }).hover()
    await page.mouse.down()
    const place = await page.getByRole('heading', { name: 'Queues of QM1' }).boundingBox()
    await page.mouse.move(Number(place?.x) + 20, Number(place?.y) + 10)
    await page.mouse.up()
    await shows(t, titles, ['Queue managers', 'Queues of QM1', 'ORDERS', 'Topics of QM1'])

    await page.getByRole('button', { name: 'Actions for Topics of QM1' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Actions for ORDERS', exact: true }).last().click()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Actions for the dashboard My dashboard' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await dialog.getByLabel('Title').fill('Orders')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Orders' }).waitFor()
    t.deepEqual(await axeFindings(page, 'light'), [])

    await page.getByRole('button', { name: 'Actions for the dashboard Orders' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export' }).click(),
    ])
    const path = await file.path()
    t.like(JSON.parse(await readFile(path, 'utf8')), { title: 'Orders', widgets: { length: 3 } })

    // The start page of a new session is the dashboard.
    await page.goto('about:blank')
    await open('')
    await page.getByRole('tab', { name: 'Orders' }).waitFor()
    await shows(t, titles, ['Queue managers', 'Queues of QM1', 'ORDERS'])

    const layout = '/ibmmq/console/api/v1/layout'
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith(layout)),
      page.locator('input[type=file]').setInputFiles(path),
    ])
    await page.getByText('Dashboard imported').waitFor()
    t.is(await page.getByRole('tab', { name: 'Orders' }).count(), 2)

    // Another client stores a newer version: this page says so and overwrites nothing.
    const user = 'mqadmin:mqadmin'
    const { headers } = await server.call('GET', layout, { user })
    const body = JSON.stringify({ type: 'dashboards', dashboards: [{ id: 'x', title: 'Elsewhere', widgets: [] }] })
    const written = await server.call('PUT', layout, { user, body, headers: { 'if-match': String(headers.etag) } })
    t.is(written.status, 204)
    await page.getByRole('button', { name: 'Move Queues of QM1' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByText('The dashboards were changed on another page.').waitFor()
    await page.getByRole('button', { name: 'Show the stored version' }).click()
    await page.getByRole('tab', { name: 'Elsewhere' }).waitFor()
  },
)

consoleTest(
  'a read-only administrator arranges widgets, and they offer no changes',
  { user: 'mqreader', commands: ['DEFINE QLOCAL(ORDERS)'] },
  async (t, { page, open, server }) => {
    const layout = '/ibmmq/console/api/v1/layout'
    const user = 'mqreader:mqreader'
    const { headers } = await server.call('GET', layout, { user })
    const widgets = ['managers', 'queues'].map((kind) => ({ id: kind, kind, title: kind, manager: 'QM1' }))
    const body = JSON.stringify({ type: 'dashboards', dashboards: [{ id: 'x', title: 'Mine', widgets }] })
    const written = await server.call('PUT', layout, { user, body, headers: { 'if-match': String(headers.etag) } })
    t.is(written.status, 204)

    await open('#/dashboards/x')
    await page.getByRole('link', { name: 'ORDERS' }).waitFor()
    t.is(await page.getByRole('button', { name: 'Create', exact: true }).count(), 0)
    await page.getByRole('button', { name: 'Actions for ORDERS' }).click()
    await page.getByRole('menuitem', { name: 'View properties' }).waitFor()
    t.is(await page.getByRole('menuitem', { name: 'Delete' }).count(), 0)
  },
)

consoleTest(
  'a user without a dashboard sees a ready one, and edits a copy',
  { commands: ['DEFINE QLOCAL(ORDERS)', 'DEFINE QLOCAL(EMPTY)'] },
  async (t, { page, open, server }) => {
    const body = JSON.stringify({ text: 'an order' })
    const messages = '/ibmmq/console/api/v1/qmgr/QM1/queue/ORDERS/messages'
    await requireSuccess(server.call('POST', messages, { user: 'mqadmin:mqadmin', body }))
    const titles = () => page.locator('.widget__title').allTextContents()
    const ready = [
      'Depth of ORDERS',
      'Messages per second of ORDERS',
      'Oldest message of ORDERS',
      'Running channels of QM1',
      'Queues of QM1',
    ]

    await open('#/dashboards')
    await shows(t, titles, ready)
    await page.getByRole('img', { name: /^Depth/ }).waitFor()
    await page.getByRole('link', { name: 'EMPTY' }).waitFor()
    t.is(await page.getByRole('button', { name: /^Move / }).count(), 0)
    t.deepEqual(await axeFindings(page, 'light'), [])

    await page.getByRole('button', { name: 'Edit a copy' }).click()
    await page.getByRole('tab', { name: 'My dashboard' }).waitFor()
    await shows(t, titles, ready)
    await page.getByRole('button', { name: 'Actions for Oldest message of ORDERS' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await shows(
      t,
      titles,
      ready.filter((title) => title !== 'Oldest message of ORDERS'),
    )
  },
)
