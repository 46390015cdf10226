import test from 'ava'
import type { Page } from 'playwright-core'
import { openPage, whyNoPages } from '../../../../_support/browser.ts'
import { createKeyboardSteps } from '../../../../_support/keyboard-steps.ts'
import { shows } from '../../../../_support/shows.ts'
import { owner, shareSandbox } from './_support/sandbox.ts'

const missing = whyNoPages('portal')
const skipped = missing ? ` (skipped: ${missing})` : ''
const sitting = missing ? test.skip : test.serial
const openProduct = shareSandbox()

/** Signs in, or up, at the page that is open. */
async function enter(page: Page, { name, password }: typeof owner, { isNew = false } = {}): Promise<void> {
  if (isNew) await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: isNew ? 'Sign up' : 'Sign in' }).click()
  await page.getByRole('heading', { name: `Welcome, ${name}` }).waitFor()
}

sitting(
  `from nothing to the first 200 on a phone are 12 steps by keyboard, without a wrong turn${skipped}`,
  async (t) => {
    t.timeout(300_000)
    const { gateway } = await openProduct()
    const { page, problems } = await openPage(t, gateway)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${gateway}/acme/sandbox/portal/`)
    const steps = createKeyboardSteps(page)
    await steps.press(page.getByRole('button', { name: 'Create an account' }))
    await steps.type(page.getByLabel('Name'), 'ada')
    await steps.type(page.getByLabel('Password', { exact: true }), 'a long password')
    await steps.press(page.getByRole('button', { name: 'Sign up' }))
    await steps.press(page.getByRole('link', { name: 'Create an application' }))
    const dialog = page.getByRole('dialog')
    await steps.type(dialog.getByLabel('Name - required'), 'Phone shop')
    // The button waits for the plans.
    await shows(t, () => dialog.getByLabel('Plan').inputValue(), 'customer/default-plan')
    await steps.press(dialog.getByRole('button', { name: 'Create', exact: true }))
    await steps.press(dialog.getByRole('button', { name: 'Try it', exact: true }))
    await steps.type(page.getByLabel('User name'), 'alice')
    await steps.type(page.getByLabel("User's password"), 'wonderland')
    await steps.press(page.getByRole('button', { name: 'Get a token' }))
    await page.getByText(/The token was issued/).waitFor()
    await steps.press(page.getByRole('button', { name: 'Send' }))
    await page.getByText('200 OK').waitFor()
    t.is(steps.count(), 12)
    t.deepEqual(problems, [])
  },
)

sitting(`a new user gets from nothing to a call in one sitting${skipped}`, async (t) => {
  t.timeout(300_000)
  const product = await openProduct()
  const portal = `${product.gateway}/acme/sandbox/portal/`
  const { page, problems } = await openPage(t, product.gateway)
  await page.goto(portal)
  await enter(page, { name: 'nora', password: 'a long password' }, { isNew: true })

  // An application, whose secret is shown once.
  await page.getByRole('link', { name: 'Create an application' }).click()
  await page.getByLabel('Name - required').fill('My shop')
  await shows(t, () => page.getByLabel('Plan').inputValue(), 'customer/default-plan')
  await page.getByLabel('Plan').selectOption('None yet')
  await page.getByRole('button', { name: 'Add this portal, to try it from here' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByText('The secret is shown only now.').waitFor()
  const secret = await page.getByRole('dialog').locator('code').last().textContent()
  t.regex(secret ?? '', /^\S{16,}$/)
  await page.getByRole('button', { name: 'Open the application' }).click()
  const verification = page.getByRole('region', { name: 'Verify a secret' })
  await verification.getByLabel('Client secret').fill(secret ?? '')
  await verification.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('It is right.').waitFor()

  // A plan; the page knows what is missing before.
  await page.goto(`${portal}#/apis/customer-database:1.0.0/getAllCustomers/try`)
  await page.getByText('My shop has no plan with this API.').waitFor()
  await page.getByRole('link', { name: 'Plans of customer' }).click()
  await page.getByRole('button', { name: 'Subscribe to Default Plan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('row', { name: /Default Plan.*enabled/ }).waitFor()

  // A token with the wrong scope: the call is refused, and it is said why.
  await page.goto(`${portal}#/apis/customer-database:1.0.0/getAllCustomers/try`)
  await page.getByLabel('Client secret of My shop').fill(secret ?? '')
  await page.getByLabel('User name').fill('alice')
  await page.getByLabel("User's password").fill('wonderland')
  await page.getByText('customer: Access to Customer API').click()
  await page.getByText('mq.put: Put messages on queues').click()
  await page.getByRole('button', { name: 'Get a token' }).click()
  await page.getByText(/The token was issued.*Scopes: mq.put/).waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('The gateway rejected the request.').waitFor()
  await page.getByText('403 Forbidden').waitFor()
  await page.locator('.check--failed').getByText('wanted: customer').waitFor()

  // With the right one the API answers.
  await page.getByText('Token of customer-oauth', { exact: true }).click()
  await page.getByText('customer: Access to Customer API').click()
  await page.getByRole('button', { name: 'Get a token' }).click()
  await page.getByText(/The token was issued.*customer/).waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('200 OK').waitFor()
  await page.getByRole('region', { name: 'Body as JSON' }).getByText('firstname').first().waitFor()
  const token = await page.getByLabel('Access token').inputValue()

  // The debugger tells what the token opens.
  await page.getByRole('link', { name: 'Token debugger' }).click()
  await page.getByRole('heading', { name: 'Token debugger' }).waitFor() // the page before has such a field, too
  await page.getByLabel('Access token').fill(token)
  await page.getByRole('button', { name: 'Inspect' }).click()
  await page.getByText('The token is good.').waitFor()
  await page.getByRole('row', { name: /getAllCustomers.*yes/ }).waitFor()

  // Another token by a code: the provider's own pages in another tab, and back.
  await page.goto(`${portal}#/apis/customer-database:1.0.0/getAllCustomers/try`)
  await page.getByText('Token of customer-oauth', { exact: true }).click()
  await page.getByLabel('Grant of customer-oauth').selectOption('access_code')
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Sign in and allow it' }).click()
  const other = await opened
  await other.getByLabel('User name').fill('alice')
  await other.getByLabel('Password').fill('wonderland')
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByRole('button', { name: 'Allow' }).click()
  await other.getByRole('heading', { name: 'You allowed it' }).waitFor()
  await other.close()
  await page.getByText(/The token was issued.*customer/).waitFor()
  t.not(await page.getByLabel('Access token').inputValue(), token)

  // The call stands in the usage.
  await page.goto(`${portal}#/applications/my-shop/usage`)
  await page.getByRole('region', { name: 'What failed, and why?' }).getByText('1 of 2 calls').waitFor()
  await page.getByRole('row', { name: /GET \/customers.* 2 1 0 / }).waitFor()
  await page
    .getByText(/1 used, 99 left/)
    .first()
    .waitFor()

  // Another secret beside the old one, until that is ended.
  await page.goto(`${portal}#/applications/my-shop/credentials`)
  await page.getByRole('button', { name: 'Reset the secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await page.getByText('The secret is shown only now.').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await verification.getByLabel('Client secret').fill(secret ?? '')
  await verification.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('It is right, and it is the old one.').waitFor()
  await page.getByRole('button', { name: 'End the old secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
  await page.getByText('One, shown when it was made').waitFor()
  await verification.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('This is not a secret of the application.').waitFor()

  // Another plan waits for the owner.
  await page.goto(`${portal}#/applications/my-shop/subscriptions`)
  await page.getByRole('button', { name: 'Change the plan of Customer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
  await page.getByText(/requested: .*awaits approval/).waitFor()
  await page.getByRole('button', { name: 'User and appearance' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await enter(page, owner)
  await page.getByRole('link', { name: 'Approvals' }).click()
  await page.getByRole('button', { name: 'Approve My shop for Gold Plan' }).click()
  await page.getByText('No request waits for a decision').waitFor()
  t.deepEqual(problems, [])
})
