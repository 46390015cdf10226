import { answersWith } from './_support/catalogue.ts'
import { portalTest } from './_support/portal.ts'

const title = `<img src=x onerror="alert(1)"><script>alert(2)</script>`
const description = `"><svg onload=alert(3)> [here](javascript:alert(4)) \`\${alert(5)}\` </style><b>`

const routes = [
  '#/home',
  '#/guides',
  '#/guides/start',
  '#/products',
  '#/products/customer',
  '#/apis/customers:1.0.0',
  '#/apis/customers:1.0.0/change',
  '#/search?q=customers',
  '#/apis/customers:1.0.0/change/try',
  '#/applications',
  '#/applications/shop/subscriptions',
  '#/applications/shop/usage',
  '#/applications/shop/rejections',
  '#/approvals',
  `#/applications/${encodeURIComponent(title)}`,
  `#/apis/${encodeURIComponent('javascript:alert(6)')}/${encodeURIComponent(title)}`,
]

portalTest(
  'titles, descriptions and answers full of markup are text everywhere',
  { answers: answersWith({ title, description }) },
  async (t, { page, open }) => {
    for (const route of routes) {
      await open(route)
      await page.locator('.waiting').first().waitFor({ state: 'detached' })
      await page.locator('main').getByText('<', { exact: false }).first().waitFor()
      t.is(await page.locator('main :is(script, img, b, [onload], [onerror])').count(), 0, route)
      t.is(await page.locator('a[href^="javascript" i]').count(), 0, route)
    }

    await open('#/tokens')
    await page.getByLabel('Access token').fill('Bearer a.b.c')
    await page.getByRole('button', { name: 'Inspect' }).click()
    await page.getByText(description).first().waitFor()
    t.is(await page.locator('main :is(script, img, b, [onload])').count(), 0)
  },
)

portalTest('an answer full of markup is shown, and never run', {}, async (t, { page, open, standIn }) => {
  await page.route(`${standIn.origin}/acme/sandbox/customers/**`, (route) =>
    route.fulfill({
      status: 403,
      headers: { 'x-request-id': 'r-1', 'x-evil': '<b>header</b>', 'content-type': 'text/html' },
      body: `<html><script>alert(7)</script>${title}</html>`,
    }),
  )
  await open('#/apis/customers:1.0.0/change/try')
  await page.getByRole('button', { name: 'Send' }).click()
  await page
    .getByRole('region', { name: /^Body as/ })
    .getByText('alert(7)')
    .waitFor()
  await page
    .getByText('1 header')
    .or(page.getByText(/\d headers/))
    .click()
  await page.getByRole('row', { name: 'x-evil <b>header</b>' }).waitFor()
  await page.getByText('The token has the scopes').waitFor()
  t.is(await page.locator('main :is(script, img, b)').count(), 0)
})
