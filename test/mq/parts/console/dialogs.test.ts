import { consoleTest } from './_support/console.ts'

consoleTest(
  'Enter submits a dialog, Escape asks before it discards, and the focus returns',
  {},
  async (_, { page, open }) => {
    await open('#/qmgr/QM1/queues')
    const create = page.getByRole('button', { name: 'Create' })
    await create.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await page.locator('#object-name:focus').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('button:focus', { hasText: 'Create' }).waitFor()

    await page.keyboard.press('Enter')
    await page.locator('#object-name:focus').waitFor()
    await dialog.getByText('Show all available options').waitFor() // until its attributes are loaded, Enter says to wait
    await page.keyboard.press('Enter')
    await dialog.getByText('Enter a name.').waitFor()
    await page.keyboard.type('ORDERS')
    await page.keyboard.press('Escape')
    await dialog.getByText('The queue has not been created.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByText('The queue has not been created.').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'ORDERS' }).waitFor()
    await page.locator('button:focus', { hasText: 'Create' }).waitFor()
  },
)

consoleTest(
  'the focus is never lost: after a menu, a deletion and a change of the page',
  { commands: ['DEFINE QLOCAL(A)', 'DEFINE QLOCAL(B)'] },
  async (t, { page, open }) => {
    const focused = () => page.evaluate('document.activeElement.tagName')
    await open('#/qmgr/QM1/queues')
    await page.getByRole('button', { name: 'Actions for A' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.waitForFunction('document.activeElement !== document.body')
    t.not(await focused(), 'BODY')

    await page.getByRole('link', { name: 'B', exact: true }).click()
    await page.locator('h1:focus', { hasText: 'B' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { level: 1, name: 'Queues' }).waitFor()
    await page.waitForFunction('document.activeElement !== document.body')
    t.not(await focused(), 'BODY')
  },
)

consoleTest(
  'edits of properties are not lost by a click elsewhere',
  { commands: ['DEFINE QLOCAL(ORDERS)'] },
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/queues/ORDERS/properties')
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel(/Description/).fill('half typed')
    await page.getByRole('link', { name: 'Topics' }).click()
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    t.is(await page.getByLabel(/Description/).inputValue(), 'half typed')
    t.regex(page.url(), /queues\/ORDERS\/properties$/)

    await page.getByRole('link', { name: 'Topics' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('heading', { level: 1, name: 'Topics' }).waitFor()
  },
)

consoleTest(
  'a click elsewhere while properties are saved waits for the save, and for nothing after a failed one',
  { commands: ['DEFINE QLOCAL(ORDERS)'] },
  async (t, { page, open }) => {
    let release = () => {}
    let fails = true
    await page.route('**/qmgr/QM1/mqsc', async (route) => {
      if (!route.request().postData()?.includes('"alter"')) return route.continue()
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return fails ? route.fulfill({ status: 503, body: '' }) : route.continue()
    })
    await open('#/qmgr/QM1/queues/ORDERS/properties')
    await page.getByRole('button', { name: 'Edit' }).click()
    for (const heading of ['ORDERS', 'Topics']) {
      await page.getByLabel(/Description/).fill('what was ordered')
      const sent = page.waitForRequest((request) => request.postData()?.includes('"alter"') === true)
      await page.getByRole('button', { name: 'Save' }).click()
      await sent
      await page.getByRole('link', { name: 'Topics' }).click()
      await page.waitForURL(/queues\/ORDERS\/properties$/)
      t.is(await page.getByRole('dialog').count(), 0)
      await page.getByRole('heading', { level: 1, name: 'ORDERS' }).waitFor()
      release()
      if (fails) await page.getByText('The server responded with status 503.').waitFor()
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      fails = false
    }
    await open('#/qmgr/QM1/queues/ORDERS/properties')
    await page.getByText('what was ordered').waitFor()
    t.pass()
  },
)

consoleTest(
  'a typed message survives the end of the session, and the login page says why it is there',
  { commands: ['DEFINE QLOCAL(ORDERS)'] },
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/queues/ORDERS/messages')
    await page.getByRole('button', { name: 'Create message' }).click()
    await page.getByRole('dialog').getByLabel('Text').fill('a long message')
    await page.context().clearCookies()
    await page.getByRole('dialog').getByRole('button', { name: 'Put' }).click()
    await page.getByText('Your session has ended.').waitFor()

    await page.getByLabel('User Name').fill('mqadmin')
    await page.getByLabel('Password', { exact: true }).fill('mqadmin')
    await page.getByRole('button', { name: 'Log in' }).click()
    const text = page.getByRole('dialog').getByLabel('Text')
    await text.waitFor()
    t.is(await text.inputValue(), 'a long message')
    await page.getByRole('dialog').getByRole('button', { name: 'Put' }).click()
    await page.getByRole('button', { name: 'a long message' }).waitFor()
  },
)

consoleTest(
  'after the end of a session the kept pages load nothing, and no key opens the palette',
  { hasOwnPage: true, commands: ['DEFINE QLOCAL(ORDERS)'], provokes: /401/ },
  async (t, { page, open }) => {
    await page.clock.install()
    await open('#/qmgr/QM1/queues')
    await page.getByRole('link', { name: 'ORDERS' }).waitFor()
    await page.context().clearCookies()
    await page.clock.runFor(10_000) // a load is refused
    await page.getByText('Your session has ended.').waitFor()

    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.keyboard.press('Control+k')
    await page.clock.runFor(120_000)
    t.deepEqual(requests, [])
    t.is(await page.getByRole('dialog').count(), 0)
  },
)

consoleTest(
  'a page whose code cannot be loaded says so, and the navigation stays',
  { hasOwnPage: true }, // the code is not in the cache of the browser
  async (t, { page, open }) => {
    await open('#/home')
    await page.route(/mqsc-page-.*\.js/, (route) => route.fulfill({ status: 404 }))
    await page.goto(page.url().replace(/#.*/, '#/qmgr/QM1/mqsc'))
    await page.getByText('A part of this page could not be loaded.').waitFor()
    t.is(await page.getByRole('button', { name: 'Reload' }).count(), 1)

    await page.getByRole('link', { name: 'Queues', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Queues' }).waitFor()
  },
)
