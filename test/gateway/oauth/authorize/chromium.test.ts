import test from 'ava'
import { openBrowser, whyNoBrowser } from '../../../_support/browser.ts'
import { authorizeUrl, callback, proof, redemption } from '../_support/browser.ts'
import { run } from '../_support/provider.ts'

for (const javaScriptEnabled of [true, false]) {
  const title = `Chromium signs in, allows and comes back, ${javaScriptEnabled ? 'with' : 'without'} scripts`
  const browserTest = whyNoBrowser() ? test.serial.skip : test.serial

  browserTest(title, async (t) => {
    t.timeout(60_000)
    const running = await run(t)
    const context = await (await openBrowser()).newContext({ javaScriptEnabled })
    t.teardown(() => context.close())
    const page = await context.newPage()
    const problems: string[] = []
    page.on('console', (message) => problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))

    const { verifier, challenge } = proof()
    await page.goto(authorizeUrl(running, challenge))
    await page.getByLabel('User name').fill('alice')
    await page.getByLabel('Password').fill('guess')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password').fill('alice-password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Access to Customer API').waitFor()
    // The host of the application does not exist: the request is sent, and no page loads.
    const [request] = await Promise.all([
      page.waitForRequest(`${callback}**`),
      page.getByRole('button', { name: 'Allow' }).click(),
    ])

    const form = redemption(request.url(), verifier)
    t.is((await running.post(form)).status, 200)
    t.deepEqual(
      problems.filter((text) => !text.includes('400')),
      [],
      'the policy of the pages is kept by the pages',
    )
  })
}

const sessionTest = whyNoBrowser() ? test.serial.skip : test.serial
sessionTest('Chromium comes back from the form of the password where the consent is remembered', async (t) => {
  t.timeout(60_000)
  const running = await run(t, { settings: { sessions: { ttl: 3600 } } })
  for (const isFirst of [true, false]) {
    const context = await (await openBrowser()).newContext()
    t.teardown(() => context.close())
    const page = await context.newPage()
    const shown = await page.goto(authorizeUrl(running, proof().challenge))
    t.regex(String(shown?.headers()['content-security-policy']), /form-action 'self'$/)
    const request = page.waitForRequest(`${callback}**`)
    await page.getByLabel('User name').fill('alice')
    await page.getByLabel('Password').fill('alice-password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    if (isFirst) await page.getByRole('button', { name: 'Allow' }).click()
    t.truthy(new URL((await request).url()).searchParams.get('code'))
  }
})
