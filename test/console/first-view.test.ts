import { consoleTest } from './_support/console.ts'

/** Bytes that the browser may load, compressed, until the login page and the home page are complete. */
const maxBytes = 150_000

consoleTest(
  'the login page and the home page load less than 150 KB',
  { user: undefined },
  async (t, { page, origin }) => {
    const sizes = new Map<string, number>()
    page.on('response', (response) => {
      const path = new URL(response.url()).pathname
      if (!path.includes('/api/')) sizes.set(path, Number(response.headers()['content-length']))
    })
    const total = () => [...sizes.values()].reduce((sum, each) => sum + each, 0)
    const report = () => [...sizes].map(([path, bytes]) => `${bytes} ${path}`).join('\n')

    await page.goto(`${origin}/ibmmq/console/`)
    await page.getByLabel('User Name').waitFor()
    await page.waitForLoadState('networkidle')
    t.true(total() > 50_000 && total() < maxBytes, `${total()}: ${report()}`)

    await page.getByLabel('User Name').fill('mqadmin')
    await page.getByLabel('Password', { exact: true }).fill('mqadmin')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
    await page.waitForLoadState('networkidle')
    // The bold face replaces the regular one when it has been loaded: nothing waits for it.
    const bold = [...sizes].find(([path]) => path.includes('latin-600'))?.[1] ?? 0
    t.true(total() - bold < maxBytes, `${total()}: ${report()}`)

    const family = await page.evaluate('getComputedStyle(document.body).fontFamily')
    t.regex(String(family), /^"?IBM Plex Sans/)
    t.true(await page.evaluate(`document.fonts.check('16px "IBM Plex Sans"')`))
  },
)
