import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { loadDocuments } from '../../../../../src/gateway/runtime/documents/open-documents.ts'
import { axeFindings } from '../../../../_support/axe.ts'
import { openPage, whyNoPages } from '../../../../_support/browser.ts'
import { gatewayParts } from '../../../_support/tables.ts'
import { findEditor, readShownText, replaceInText } from './_support/editor.ts'
import { owner, shareSandbox } from './_support/sandbox.ts'

const missing = whyNoPages('portal')
const skipped = missing ? ` (skipped: ${missing})` : ''
const story = missing ? test.skip : test.serial

interface Opened {
  page: Page
  problems: string[]
  /** The URL of the portal. */
  portal: string
  /** The folder of the documents. */
  documents: string
  data: string
}

const openProduct = shareSandbox()

/** Signs the owner in at the product, which the tests of this file share. */
async function openConfiguration(t: ExecutionContext): Promise<Opened> {
  const product = await openProduct()
  const { page, problems } = await openPage(t, product.gateway)
  const portal = `${product.gateway}/acme/sandbox/portal/`
  await page.goto(`${portal}#/sign-in`)
  await page.getByLabel('Name').fill(owner.name)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Configuration' }).click()
  await page.getByRole('button', { name: 'Create a document' }).waitFor()
  return { page, problems, portal, documents: join(product.data, '../documents'), data: product.data }
}

/** Looks at what the dialog changes, and saves it. */
async function confirm(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Show what changes' }).click()
  await dialog.getByRole('heading', { name: 'Difference' }).waitFor()
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Looks at what the fields of the open document change, and saves it. */
async function saveReviewed(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Difference' }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('No changes yet').waitFor()
}

story(`an owner changes a plan as YAML, sees whom it touches, saves, and undoes it${skipped}`, async (t) => {
  t.timeout(150_000)
  const { page, problems, documents } = await openConfiguration(t)
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('products/customer')
  const document = 'catalogs/sandbox/products/customer.yaml'
  await page
    .getByRole('row', { name: new RegExp(document) })
    .getByRole('link')
    .click()
  const before = await readFile(join(documents, document), 'utf8')
  t.is(await readShownText(page), before)

  await replaceInText(page, '100/1hour', 'many')
  t.is(await page.getByRole('button', { name: 'Save' }).count(), 0, 'a change is reviewed before it is saved')
  await page.getByRole('button', { name: 'Show what changes' }).click()
  await page.getByRole('heading', { name: 'Problems' }).waitFor()
  t.true(await page.getByRole('button', { name: 'Save' }).isDisabled())

  // The problem leads to its place.
  await page
    .getByRole('button', { name: /^Line \d+: .*many/ })
    .first()
    .click()
  await findEditor(page).waitFor()
  t.true(await findEditor(page).evaluate((element) => element.matches(':focus')))
  await replaceInText(page, 'value: many', 'value: 250/1hour')
  await page.getByRole('button', { name: 'Show what changes' }).click()
  await page.getByRole('heading', { name: 'Difference' }).waitFor()
  await page.getByText(/100 per hour, counted only -> 250 per hour/).waitFor()
  await page
    .getByText(/Touches sandbox-app/)
    .first()
    .waitFor()
  t.regex(String(await page.getByLabel('Difference').textContent()), /\+.*250\/1hour/)
  t.deepEqual(await axeFindings(page, 'light'), [])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved and in use').waitFor()
  t.regex(await readFile(join(documents, document), 'utf8'), /250\/1hour/)

  await page.getByRole('link', { name: 'Configuration' }).first().click()
  await page.getByRole('button', { name: `Undo the change of ${document}` }).click()
  await page.getByText('Change undone').waitFor()
  t.is(await readFile(join(documents, document), 'utf8'), before)
  t.deepEqual(problems, [])
})

story(`the whole protection of an API by OAuth is set up by mouse in one sitting${skipped}`, async (t) => {
  t.timeout(170_000)
  const { page, problems, portal, documents, data } = await openConfiguration(t)
  const sample = await readFile(join(documents, 'providers/customer-users.yaml'), 'utf8')
  const authPort = /endpoint: (http\S+)/.exec(sample)?.[1] ?? ''

  // A user registry, enabled in the catalog, with a test sign-in.
  await page.getByRole('button', { name: 'Create a document' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name - required', { exact: true }).fill('staff-users')
  await dialog.getByLabel('Title').fill('Staff users')
  await dialog.getByLabel('URL - required').fill(authPort)
  await confirm(page, 'Create')
  await page.getByLabel('User to sign in').fill('alice')
  await page.getByLabel('Password of the user').fill('wonderland')
  await page.getByRole('button', { name: 'Test the sign-in' }).click()
  await page.getByText(/The registry accepted the user name and the password/).waitFor()
  await page.getByText(/responded with status 200/).waitFor()
  await page.getByLabel('Password of the user').fill('wrong')
  await page.getByRole('button', { name: 'Test the sign-in' }).click()
  await page.getByText(/The registry rejected/).waitFor()

  // A provider with the scope "customer".
  await page.goto(`${portal}#/configuration`)
  await page.getByRole('button', { name: 'Create a document' }).click()
  await dialog.getByLabel('Kind').selectOption('oauth-provider')
  await dialog.getByLabel('Name - required', { exact: true }).fill('staff-oauth')
  await dialog.getByLabel('Authenticate application users using - required').selectOption('staff-users')
  await dialog.getByLabel('Scope name - required').fill('customer')
  await dialog.getByLabel('Scope description').fill('Access to Customer API')
  await confirm(page, 'Create')
  await page.getByRole('button', { name: 'Fields: OAuth provider and scopes' }).click()
  t.true(await dialog.getByLabel('Resource owner - Password').isChecked())
  t.false(await dialog.getByLabel('Access code', { exact: true }).isChecked())
  await dialog.getByLabel('Scope description').fill('Access to the customers')
  await dialog.getByRole('button', { name: 'Show what changes' }).click()
  await saveReviewed(page)

  // The security definition and the requirement of the API; comments of its document stay.
  const api = 'apis/customer-database.yaml'
  await page.goto(`${portal}#/configuration/${encodeURIComponent(api)}`)
  await page.getByRole('button', { name: 'Fields: Security definition' }).click()
  await dialog.getByLabel('Definition', { exact: true }).selectOption({ label: 'A new one' })
  await dialog.getByLabel('Security schema key').fill('staff')
  await dialog.getByLabel('OAuth provider').selectOption('staff-oauth')
  await dialog.getByLabel('Flow').selectOption('password')
  await dialog.getByText('customer: Access to the customers').click()
  await dialog.getByRole('button', { name: 'Show what changes' }).click()
  await saveReviewed(page)
  const written = await readFile(join(documents, api), 'utf8')
  t.regex(written, /# The customer database, opened by a token with the scope "customer"/)
  t.regex(written, /x-ibm-oauth-provider: staff-oauth/)

  // A product with the API and a plan.
  await page.goto(`${portal}#/configuration`)
  await page.getByRole('button', { name: 'Create a document' }).click()
  await dialog.getByLabel('Kind').selectOption('product')
  await dialog.getByLabel('Name - required', { exact: true }).fill('staff-product')
  await dialog.getByLabel('Title').fill('Staff product')
  await dialog.getByLabel('Catalog - required').selectOption({ index: 1 })
  await dialog.getByLabel('API - required').selectOption({ label: 'Customer Database' })
  await confirm(page, 'Create')

  // An application with the plan, a token, a call.
  await page.goto(`${portal}#/applications`)
  await page.getByRole('button', { name: 'Create an application' }).click()
  await page.getByLabel('Name - required').fill('staff-app')
  await dialog.getByLabel('Plan').selectOption('staff-product/default-plan')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('The secret is shown only now.').waitFor()
  const secret = (await dialog.locator('code').last().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Try it', exact: true }).click()
  await page.getByRole('heading', { name: 'Try it' }).waitFor()
  await page.goto(`${portal}#/apis/customer-database:1.0.0/getAllCustomers/try`)
  await page.getByLabel('One of these is enough').selectOption({ index: 1 })
  await page.getByLabel(/Client secret of staff-app/).fill(secret)
  await page.getByLabel('User name').fill('alice')
  await page.getByLabel("User's password").fill('wonderland')
  await page.getByRole('button', { name: 'Get a token' }).click()
  await page.getByText(/The token was issued.*customer/).waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('200 OK').waitFor()

  // The live page has the call, and explains a rejected one.
  await page.getByLabel('Access token').fill('no-token')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('The gateway rejected the request.').waitFor()
  await page.goto(`${portal}#/live`)
  await page.getByRole('row', { name: /Customer Database.*2.*1.*0/ }).waitFor()
  await page
    .getByRole('button', { name: /^Why was/ })
    .first()
    .click()
  await dialog.getByText('The gateway rejected the request.').waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('row', { name: /127\.0\.0\.1.*in use.*1/ }).waitFor()
  t.deepEqual(await axeFindings(page, 'light'), [])
  await loadsWithoutProblems(t, documents, data)
  t.deepEqual(problems, [])
})

/** The same documents, read as a deployment from git reads them. */
async function loadsWithoutProblems(t: ExecutionContext, folder: string, data: string): Promise<void> {
  const environment = {
    SLUICE_DATA: data,
    SLUICE_AUTH_PORT: '1',
    SLUICE_CUSTOMERS_PORT: '1',
    SLUICE_MQWEB_PORT: '1',
    SLUICE_MQ_PASSWORD: 'x',
    SLUICE_MQ_ADMIN_PASSWORD: 'x',
  }
  const { problems } = await loadDocuments({ configFolder: folder, environment }, gatewayParts, { sandbox: true })
  t.deepEqual(
    problems.filter(({ severity }) => severity === 'error'),
    [],
  )
}
