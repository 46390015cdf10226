import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import test from 'ava'

import { axeFindings } from '../../_support/axe.ts'
import { openPage, whyNoPages } from '../../_support/browser.ts'
import { openSandbox, owner } from './_support/sandbox.ts'

const missing = whyNoPages('portal')
const story = missing ? test.skip : test.serial

story(
  `an owner changes a plan by mouse, sees whom it touches, saves, and undoes it${missing ? ` (skipped: ${missing})` : ''}`,
  async (t) => {
    t.timeout(90_000)
    const product = await openSandbox(t)
    const documents = join(product.data, '../documents')
    const { page, problems } = await openPage(t, product.gateway)
    await page.goto(`${product.gateway}/acme/sandbox/portal/`)
    await page.getByLabel('Name').fill(owner.name)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()

    await page.getByRole('link', { name: 'Configuration' }).click()
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('products/customer')
    const document = 'catalogs/sandbox/products/customer.yaml'
    await page
      .getByRole('row', { name: new RegExp(document) })
      .getByRole('link')
      .click()
    const text = page.getByRole('textbox', { name: /Product, YAML/ })
    const before = await text.inputValue()
    t.is(before, await readFile(join(documents, document), 'utf8'))

    await text.fill(before.replace('value: 100/1hour', 'value: many'))
    t.true(await page.getByRole('button', { name: 'Save' }).isDisabled())
    await page.getByRole('button', { name: 'Show what changes' }).click()
    await page.getByText('Problems').waitFor()
    t.true(await page.getByRole('button', { name: 'Save' }).isDisabled())

    await text.fill(before.replace('value: 100/1hour', 'value: 250/1hour'))
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

    await page.getByRole('link', { name: 'Configuration' }).click()
    await page.getByRole('button', { name: `Undo the change of ${document}` }).click()
    await page.getByText('Change undone').waitFor()
    t.is(await readFile(join(documents, document), 'utf8'), before)
    t.deepEqual(problems, [])
  },
)
