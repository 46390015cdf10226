import { shows } from '../../../_support/shows.ts'
import { consoleTest } from './_support/console.ts'

consoleTest(
  'an error says what failed, covers no navigation, can be closed, and ends with its page',
  { commands: ['DEFINE LISTENER(TAKEN) TRPTYPE(TCP) PORT(1)'] },
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/listeners')
    await page.route('**/mqsc', (route) =>
      route.request().postData()?.includes('"start"')
        ? route.fulfill({
            status: 500,
            contentType: 'application/json',
            body: JSON.stringify({ error: [{ message: 'The port is in use.' }] }),
          })
        : route.continue(),
    )
    async function start(): Promise<void> {
      await page.getByRole('button', { name: 'Actions for TAKEN' }).click()
      await page.getByRole('menuitem', { name: 'Start' }).click()
    }

    await start()
    const title = page.getByText('Start failed: TAKEN')
    await title.waitFor()
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const countCovered = () =>
        page.evaluate<number>(`(() => {
          const notice = document.querySelector('.notice--error').getBoundingClientRect()
          return [...document.querySelectorAll('.page h1, .page button, .cds--side-nav__link')]
            .filter((each) => !each.closest('.notice') && each.offsetParent && each.closest('nav, .page').clientWidth > 0)
            .map((each) => each.getBoundingClientRect())
            .filter(({ left, right, top, bottom }) =>
              right > 0 && left < notice.right && right > notice.left && top < notice.bottom && bottom > notice.top)
            .length
        })()`)
      await shows(t, countCovered, 0) // the navigation slides in
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Close the notification' }).click()
    await title.waitFor({ state: 'detached' })

    await start()
    await title.waitFor()
    await page.getByRole('link', { name: 'Queues', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Queues' }).waitFor()
    await title.waitFor({ state: 'detached' })
  },
)

consoleTest(
  'a page that was opened while the server was away recovers by itself',
  { commands: ['DEFINE QLOCAL(ORDERS)'] },
  async (t, { page, open }) => {
    await open('#/home')
    let isAway = true
    await page.route('**/objects/**', (route) => (isAway ? route.fulfill({ status: 503, body: '' }) : route.continue()))
    await open('#/qmgr/QM1/queues')
    await page.getByText('The server responded with status 503.').first().waitFor()
    isAway = false
    await page.getByRole('link', { name: 'ORDERS' }).waitFor()
    await page.getByText('The server responded with status 503.').first().waitFor({ state: 'detached' })
    t.pass()
  },
)

consoleTest(
  'the home page counts the queues that a user may use',
  {
    user: 'app',
    commands: [
      ...['DEFINE QLOCAL(ORDERS)', 'DEFINE QLOCAL(ANSWERS)', 'DEFINE QLOCAL(HIDDEN)'],
      "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
      "SET AUTHREC PROFILE(ORDERS) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,GET)",
      "SET AUTHREC PROFILE(ANSWERS) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(BROWSE)",
    ],
  },
  async (t, { page, open }) => {
    await open('#/home')
    await page.getByRole('link', { name: '2 queues' }).waitFor()
    t.is(await page.getByText(/\d messages?$/).count(), 0)
  },
)

consoleTest(
  'what was deleted, saved or moved is taken back from the notification or from the list of what was done',
  {
    commands: [
      `DEFINE QLOCAL(ORDERS) DESCR('of the shop') MAXDEPTH(77)`,
      "SET AUTHREC PROFILE(ORDERS) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT)",
    ],
  },
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/queues')
    await page.getByRole('button', { name: 'Actions for ORDERS' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('link', { name: 'ORDERS' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Taken back: Deleted').waitFor()
    await open('#/qmgr/QM1/queues/ORDERS/properties')
    await page.getByText('of the shop').waitFor()
    await open('#/qmgr/QM1/queues/ORDERS/authority')
    await page.getByRole('img', { name: 'app has it by the record of ORDERS.' }).waitFor()

    await open('#/qmgr/QM1/queues/ORDERS/properties')
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Description').first().fill('something else')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('something else').waitFor()
    await page.getByRole('button', { name: 'What was done' }).click()
    await page.getByRole('region', { name: 'What was done' }).getByRole('button', { name: 'Undo' }).first().click()
    await page.getByText('of the shop').waitFor()
    t.pass()
  },
)
