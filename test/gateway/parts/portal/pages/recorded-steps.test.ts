/** What the policies of an assembly have read and written for a recorded call. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { narrowFindings } from '../../../../_support/axe.ts'
import { openPage, whyNoPages } from '../../../../_support/browser.ts'
import { eventually } from '../../../../_support/eventually.ts'
import { openSandbox, owner } from './_support/sandbox.ts'

const missing = whyNoPages('portal')
const skipped = missing ? ` (skipped: ${missing})` : ''
const story = missing ? test.skip : test.serial

const api = `swagger: '2.0'
info: { title: Orders, x-ibm-name: orders, version: 1.0.0 }
basePath: /orders
consumes: [application/json]
paths: { /any: { get: { responses: { 200: { description: OK } } }, post: { responses: { 200: { description: OK } } } } }
x-ibm-configuration:
  activity-log: { success-content: payload, error-content: payload }
  assembly:
    execute:
      - gatewayscript:
          title: Total
          source: |
            const body = context.message.body.value()
            body.total = body.lines.reduce((sum, each) => sum + each, 0)
            context.set('order.total', body.total)
            context.set('order.password', 'hidden')
            context.message.header.set('X-Total', String(body.total))
            context.message.body.write(body)
      - switch:
          title: Size
          case:
            - condition: $(order.total) > 100
              execute:
                - set-variable: { title: Large order, actions: [{ set: message.status.code, value: 202 }] }
            - otherwise:
                - set-variable: { title: Small order, actions: [{ set: message.headers.X-Small, value: 'yes' }] }
      - set-variable: { title: Answer, actions: [{ set: message.body, value: '{"total":$(order.total)}' }, { clear: message.headers.X-Total }] }
    catch:
      - errors: [JavaScriptError]
        execute: [{ set-variable: { actions: [{ set: message.status.code, value: 400 }] } }]
`

story(`an owner sees the steps of a recorded call${skipped}`, async (t) => {
  t.timeout(150_000)
  const product = await openSandbox(t)
  const documents = join(product.data, '../documents')
  await mkdir(documents, { recursive: true })
  await writeFile(join(documents, 'apis/orders.yaml'), api)
  await writeFile(
    join(documents, 'catalogs/sandbox/products/orders.yaml'),
    'product: 1.0.0\ninfo: { name: orders, title: Orders, version: 1.0.0 }\napis: { orders: { name: "orders:1.0.0" } }\nplans: { default: { title: Default } }\n',
  )
  const call = () =>
    fetch(`${product.gateway}/acme/sandbox/orders/any`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"lines":[60,70]}',
    })
  t.true(await eventually(async () => (await call()).status === 202 || undefined))

  const { page, problems } = await openPage(t, product.gateway)
  const portal = `${product.gateway}/acme/sandbox/portal/`
  await page.goto(`${portal}#/sign-in`)
  await page.getByLabel('Name').fill(owner.name)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Configuration' }).click()
  await page.getByRole('button', { name: 'Create a document' }).waitFor({ timeout: 60_000 }) // the first page of a product that has just started
  await page.goto(`${portal}#/calls`)
  await page.getByRole('button', { name: /^Record/ }).click()
  await page.getByRole('heading', { name: 'Recording' }).waitFor()
  await call()
  const summary = page.getByText(/POST \/acme\/sandbox\/orders\/any, 202/).last()
  await summary.click()
  const script = page.locator('details', { hasText: 'gatewayscript' }).last()
  await script.locator('summary').click()
  await script.getByText('{"lines":[60,70],"total":130}').waitFor()
  const text = await page.locator('.flow').innerText()
  t.regex(text, /apis\/orders\.yaml:10/)
  t.regex(text, /\$\(order\.total\) = 130/)
  t.regex(text, /\$\(order\.password\) = \*\*\*/)
  t.regex(text, /X-Total: 130/)
  t.regex(text, /Request\n\n\{"lines":\[60,70\]\}/)
  t.regex(text, /no change/)
  t.deepEqual(await narrowFindings(page), [])
  t.deepEqual(problems, [])
})
