import type { Page } from 'playwright-core'
import { shows } from '../../../../_support/shows.ts'
import { answersWith } from './_support/catalogue.ts'
import { type Portal, portalTest } from './_support/portal.ts'
import { prefix, published } from './_support/stand-in.ts'

const base = answersWith()
const shop = base['GET /applications/:application'] as object
const answers = {
  ...base,
  'GET /applications': [{ ...shop, redirectEndpoints: [`${published}${prefix}/callback`] }],
} as typeof base

const token = { access_token: 'first.a.b', token_type: 'Bearer', scope: 'customer', expires_in: 3600 }

/** A token endpoint and an API beside the portal; answers what was sent to them. */
async function serveApi(page: Page, { origin }: Portal['standIn']) {
  const forms: Record<string, string>[] = []
  const calls: { method: string; url: string; headers: Record<string, string>; body: string | null }[] = []
  await page.route(`${origin}/acme/sandbox/customer-oauth/oauth2/token`, async (route) => {
    const form = Object.fromEntries(new URLSearchParams(route.request().postData() ?? ''))
    forms.push(form)
    if (form.client_secret !== 'secret') {
      return route.fulfill({
        status: 401,
        contentType: 'application/json',
        body: '{"error":"invalid_client","error_description":"The secret is wrong"}',
      })
    }
    const again = form.grant_type === 'refresh_token' ? { access_token: 'second.a.b' } : {}
    return route.fulfill({ json: { ...token, refresh_token: 'r1', ...again } })
  })
  await page.route(`${origin}/acme/sandbox/customers/**`, async (route) => {
    const request = route.request()
    calls.push({
      method: request.method(),
      url: request.url(),
      body: request.postData(),
      headers: await request.allHeaders(),
    })
    return route.fulfill({ json: { id: 12345678901, name: 'Ada' }, headers: { 'x-request-id': 'r-1' } })
  })
  return { forms, calls }
}

portalTest('a token is got, used and refreshed', { answers }, async (t, { page, open, standIn }) => {
  const { forms, calls } = await serveApi(page, standIn)
  await open('#/try/customers:1.0.0/change')
  await page.getByLabel('Client secret of Customers').fill('wrong')
  await page.getByLabel('User name').fill('alice')
  await page.getByLabel("User's password").fill('wonderland')
  await page.getByRole('button', { name: 'Get a token' }).click()
  await page.getByText('invalid_client: The secret is wrong').waitFor()

  await page.getByLabel('Client secret of Customers').fill('secret')
  await page.getByRole('button', { name: 'Get a token' }).click()
  await page.getByText('The token was issued. It is valid for 60 minutes. Scopes: customer.').waitFor()
  t.like(forms[1], { grant_type: 'password', username: 'alice', scope: 'customer', client_id: 'shop-id' })
  t.is(await page.evaluate(() => document.activeElement?.id), 'try-send', 'the call is next')

  await page.getByLabel('id (path)').fill('a/b')
  await page.getByLabel('Body as application/json').fill('{"name":"Ada"}')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('200 OK').waitFor()
  const body = page.getByRole('region', { name: 'Body as JSON' })
  await body.getByText('12345678901').waitFor()
  t.deepEqual(await body.locator('[class^="code--"]').allTextContents(), ['"id"', '12345678901', '"name"', '"Ada"'])
  t.like(calls[0], { method: 'PUT', body: '{"name":"Ada"}' })
  t.true(calls[0]?.url.endsWith('/customers/a%2Fb'))
  t.is(calls[0]?.headers.authorization, 'Bearer first.a.b')
  t.is(calls[0]?.headers.cookie, undefined, 'the session of the portal stays in the portal')

  await page.getByText(/^\d headers$/).click()
  await page.getByText('The id of the call').waitFor()
  await page.getByLabel('id (path)').fill('other')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('2 calls from this tab').click()
  const sent = page.getByRole('table', { name: 'Calls from this tab' }).getByRole('row')
  t.regex(await sent.nth(1).innerText(), /PUT .*\/customers\/other/)
  await sent.nth(2).getByRole('button', { name: /^Show/ }).click()
  await shows(t, () => page.getByLabel('id (path)').inputValue(), 'a/b') // the values of an earlier call are back

  await page.getByRole('button', { name: 'Refresh it' }).click()
  await page.waitForFunction(() => (document.querySelector('#try-token') as HTMLTextAreaElement).value === 'second.a.b')
  t.like(forms[2], { grant_type: 'refresh_token', refresh_token: 'r1' })

  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.getByText('First steps').waitFor()
  t.is(await page.getByLabel('Done').count(), 4, 'the path of a newcomer is ticked off')
})

portalTest('a code comes back from another tab', { answers }, async (t, { page, open, standIn }) => {
  const { forms } = await serveApi(page, standIn)
  await page.context().route(`${standIn.origin}/acme/sandbox/customer-oauth/oauth2/authorize*`, (route) => {
    const { searchParams } = new URL(route.request().url())
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('code', 'the-code')
    back.searchParams.set('state', searchParams.get('state') ?? '')
    return route.fulfill({ status: 302, headers: { location: back.href } })
  })
  await open('#/try/customers:1.0.0/change')
  await page.getByLabel('Grant of Customers').selectOption('access_code')
  await page.getByLabel('Client secret of Customers').fill('secret')
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Sign in and allow it' }).click()
  const other = await opened
  await other.getByRole('heading', { name: 'You allowed it' }).waitFor()
  t.is(new URL(other.url()).search, '', 'the code is not left in the address')

  await page.getByText('The token was issued.').waitFor()
  const [form] = forms
  t.like(form, { grant_type: 'authorization_code', code: 'the-code', client_id: 'shop-id' })
  t.is(form?.redirect_uri, `${standIn.origin}${prefix}/callback`)
  t.regex(form?.code_verifier ?? '', /^[\w-]{43}$/)
})

portalTest('a denied authorization is reported', { answers }, async (t, { page, open, standIn }) => {
  await page.context().route(`${standIn.origin}/acme/sandbox/customer-oauth/oauth2/authorize*`, (route) => {
    const { searchParams } = new URL(route.request().url())
    const back = `${searchParams.get('redirect_uri')}?error=access_denied&state=${searchParams.get('state')}`
    return route.fulfill({ status: 302, headers: { location: back } })
  })
  await open('#/try/customers:1.0.0/change')
  await page.getByLabel('Grant of Customers').selectOption('access_code')
  await page.getByRole('button', { name: 'Sign in and allow it' }).click()
  await page.getByRole('alert').getByText('access_denied').waitFor()
  t.pass()
})

portalTest('a call to an API that never responds can be cancelled', { answers }, async (t, { page, open, standIn }) => {
  let asked: () => void = () => {}
  const wasAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  await page.route(`${standIn.origin}/acme/sandbox/customers/**`, () => asked())
  await open('#/try/customers:1.0.0/change')
  await page.getByRole('button', { name: 'Send' }).click()
  await wasAsked
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await shows(t, () => page.getByRole('button', { name: 'Send' }).isEnabled(), true)
  t.is(await page.getByText('There is no response').count(), 0)
})

const product = (base['GET /products'] as { apis: { reference: string }[] }[])[0]
const apis = Array.from({ length: 2000 }, (_, index) => ({
  ...product?.apis[0],
  title: `Api ${index}`,
  reference: index === 1234 ? 'customers:1.0.0' : `api-${index}:1.0.0`,
}))

portalTest(
  'one of 2,000 APIs is found by letters and keys',
  { answers: { ...base, 'GET /products': [{ ...product, apis }] as never } },
  async (t, { page, open }) => {
    await open('#/try')
    const field = page.getByRole('combobox', { name: 'API', exact: true })
    t.regex(await field.inputValue(), /^Api 0 /)
    await field.press('ArrowDown')
    await page.getByText('50 of 2,000. Type to find others.').waitFor()
    await field.fill('no such')
    await page.getByText('Nothing matches.').waitFor()
    await field.press('Escape')
    t.regex(await field.inputValue(), /^Api 0 /)
    await field.fill('api 1234')
    await field.press('Enter')
    await shows(t, async () => (await field.inputValue()).startsWith('Api 1234 '), true)
    t.regex(decodeURIComponent(page.url()), /#\/try\/customers:1\.0\.0$/)
  },
)
