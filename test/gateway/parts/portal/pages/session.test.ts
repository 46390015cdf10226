import { answersWith } from './_support/catalogue.ts'
import { portalTest } from './_support/portal.ts'
import { problem } from './_support/stand-in.ts'

const nobody = problem(401, 'not_signed_in', 'Nobody is signed in.')
const answers = { ...answersWith(), 'GET /session': nobody } as const

portalTest('the keyboard alone is enough to sign in', { answers }, async (t, { page, open, standIn }) => {
  await open('')
  standIn.answers = answersWith()
  await page.keyboard.type('nora')
  await page.keyboard.press('Tab')
  await page.keyboard.type('secret words')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Welcome, nora' }).waitFor()
  t.is(await page.title(), 'Home - Customers')
  const signIn = standIn.asked.find(({ resource }) => resource === 'POST /session')
  t.deepEqual(signIn?.body, { name: 'nora', password: 'secret words' })
})

portalTest('a refused sign-in is told in the words of the server', { answers }, async (t, { page, open, standIn }) => {
  standIn.answers = { ...answers, 'POST /session': problem(401, 'wrong', 'The name or the password is wrong.') }
  await open('')
  await page.getByLabel('Name').fill('nora')
  await page.getByLabel('Password', { exact: true }).fill('guess')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').getByText('The name or the password is wrong.').waitFor()
  t.true(await page.getByRole('button', { name: 'Sign in' }).isEnabled())
})

portalTest('a session that ended shows the way in again', {}, async (t, { page, open, standIn }) => {
  await open('#/home')
  await page.waitForLoadState('networkidle') // a request that the page has begun would end the session already
  standIn.answers = { ...answers, 'GET /products': nobody, 'GET /applications': nobody }
  await page.getByRole('link', { name: 'Products' }).first().click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()

  standIn.answers = answersWith()
  await page.getByLabel('Name').fill('nora')
  await page.getByLabel('Password', { exact: true }).fill('secret words')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
  t.pass()
})

portalTest('signing out reaches every tab', {}, async (t, { page, open, standIn }) => {
  await open('#/home')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('heading', { name: 'Welcome, nora' }).waitFor()

  standIn.answers = { ...answers, 'DELETE /session': undefined }
  await page.getByRole('button', { name: 'User and appearance' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await other.getByRole('button', { name: 'Sign in' }).waitFor()
  t.is(standIn.asked.find(({ resource }) => resource === 'DELETE /session')?.csrf, 'csrf-of-nora')
})

portalTest('a page polls only while it is visible', { hasOwnPage: true }, async (t, { page, open, standIn }) => {
  const asked = () => standIn.asked.filter(({ resource }) => resource.endsWith('/usage')).length
  const answered = () => page.waitForResponse(/usage/)
  async function become(visibility: 'hidden' | 'visible') {
    await page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, visibility)
  }

  await page.clock.install()
  await open('#/applications/shop/usage')
  await page.getByText('What is left of the plans').waitFor()
  const again = answered()
  await page.clock.runFor(11_000)
  await again
  t.is(asked(), 2)

  await become('hidden')
  await page.clock.runFor(3_600_000)
  t.is(asked(), 2)
  const back = answered()
  await become('visible')
  await back
  t.is(asked(), 3)
})
