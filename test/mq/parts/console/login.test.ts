import { requireSuccess } from '../../../_support/require-success.ts'
import { consoleTest } from './_support/console.ts'

consoleTest('a wrong password is reported', { user: undefined }, async (t, { page }) => {
  await page.getByLabel('User Name').fill('mqadmin')
  await page.getByLabel('Password', { exact: true }).fill('guess')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('alert').getByText('The user name or the password is not right.').waitFor()
  t.true(await page.getByRole('button', { name: 'Log in' }).isEnabled())
})

consoleTest('the keyboard alone is enough to log in', { user: undefined }, async (t, { page }) => {
  await page.getByLabel('User Name').waitFor()
  await page.keyboard.type('mqadmin')
  await page.keyboard.press('Tab')
  await page.keyboard.type('mqadmin')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Welcome, mqadmin' }).waitFor()
  t.is(await page.title(), 'Home - MQ Console')
})

consoleTest('log out ends every copy of the session', {}, async (t, { page, open, server }) => {
  await open('#/home')
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const asked = () => server.call('GET', '/ibmmq/console/api/v1/qmgr', { headers: { cookie } })
  t.is((await asked()).status, 200)

  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('heading', { name: 'Welcome, mqadmin' }).waitFor()

  await page.getByRole('button', { name: 'User and appearance' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('User Name').waitFor()
  await other.getByLabel('User Name').waitFor()
  t.is((await asked()).status, 401)
})

consoleTest('the button to log out does not move', { hasOwnPage: true }, async (t, { page, open }) => {
  const held = Promise.withResolvers<void>()
  await page.route(/preference-pickers/, async (route) => {
    await held.promise
    await route.continue()
  })
  await open('#/home')
  await page.getByRole('button', { name: 'User and appearance' }).click()
  const panel = page.getByRole('region', { name: 'User and appearance' })
  await panel.getByText('mqadmin', { exact: true }).waitFor()
  const button = panel.getByRole('button', { name: 'Log out' })
  t.false(await button.isVisible()) // it is below what is still loaded
  held.resolve()
  await panel.getByRole('radio', { name: 'Dark' }).waitFor({ state: 'attached' })
  t.true(await button.isVisible())
})

consoleTest('a session that ended shows the login again', {}, async (t, { page, open, server }) => {
  await open('#/home')
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  await requireSuccess(server.call('DELETE', '/ibmmq/console/api/v1/login', { headers: { cookie } }))

  await page.evaluate("location.hash = '#/qmgr'") // a link may be gone: the page may have noticed by itself
  await page.getByLabel('User Name').waitFor()
  t.pass()
})

consoleTest('a user without a role sees that access is denied', { user: 'nobody' }, async (t, { page, open }) => {
  await open('#/home')
  await page.getByRole('heading', { name: 'Not authorized' }).waitFor()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('User Name').waitFor()
  t.pass()
})

consoleTest('a reader is offered nothing that changes', { user: 'mqreader' }, async (t, { page, open }) => {
  await open('#/qmgr')
  await page.getByRole('link', { name: 'QM1' }).waitFor()
  t.is(await page.getByRole('button', { name: 'Create' }).count(), 0)

  await open('#/qmgr/QM1/queues')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('group', { name: 'Tools of queues' }).getByText('Show system objects').click()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search queues' }).fill('DEFAULT.LOCAL')
  await page.getByRole('link', { name: 'SYSTEM.DEFAULT.LOCAL.QUEUE' }).click()
  await page.getByText('There are no messages.').waitFor()
  t.is(await page.getByRole('button', { name: 'Create message' }).count(), 0)
  await page.getByRole('tab', { name: 'Properties' }).click()
  await page.getByText('MAXDEPTH').waitFor()
  t.is(await page.getByRole('button', { name: 'Edit' }).count(), 0)
})

consoleTest('what the queue manager refuses is shown in its words', { user: 'app' }, async (t, { page, open }) => {
  await open('#/qmgr/QM1/queues')
  const problem = page.getByText(/not authorized/i).first()
  await problem.waitFor()
  t.regex((await problem.textContent()) ?? '', /app/)
})
