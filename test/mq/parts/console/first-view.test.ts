import { keepsByteBudget } from '../../../_support/byte-budget.ts'
import { consoleTest } from './_support/console.ts'

/** The bytes that the browser loads at most, compressed and with all fonts, until the login page and the home page are complete. */
const budget = 150_000
/** The requests of a view at most, those for data included. */
const maxRequests = 30

consoleTest(
  'the login page and the home page load less than 150 KB, and no first view has more than 30 requests',
  { user: undefined, hasOwnPage: true, commands: ['DEFINE QLOCAL(ORDERS)'] },
  async (t, { page, origin }) => {
    const sizes = new Map<string, number>()
    let requests: string[] = []
    const keepsRequests = () => t.true(requests.length <= maxRequests, requests.join('\n'))
    page.on('response', (response) => {
      requests.push(response.url())
      t.true(response.status() < 400 || response.url().includes('/login'), response.url())
      const path = new URL(response.url()).pathname
      if (!path.includes('/api/')) sizes.set(path, Number(response.headers()['content-length']))
    })
    const total = () => [...sizes.values()].reduce((sum, each) => sum + each, 0)
    const report = () => [...sizes].map(([path, bytes]) => `${bytes} ${path}`).join('\n')

    await page.goto(`${origin}/ibmmq/console/`)
    await page.getByLabel('User Name').waitFor()
    await page.waitForLoadState('networkidle')
    t.true(total() > 50_000, report())
    keepsByteBudget(t, total(), budget, report())

    await page.getByLabel('User Name').fill('mqadmin')
    await page.getByLabel('Password', { exact: true }).fill('mqadmin')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
    await page.waitForLoadState('networkidle')
    keepsByteBudget(t, total(), budget, report())
    keepsRequests()

    const family = await page.evaluate('getComputedStyle(document.body).fontFamily')
    t.regex(String(family), /^"?IBM Plex Sans/)
    const faces = await page.evaluate(
      `[...document.fonts].filter(({ status }) => status !== 'unloaded')
        .map(({ family, weight, status }) => [family, weight, status].join(' '))`,
    )
    t.deepEqual((faces as string[]).map((face) => face.replaceAll('"', '')).sort(), [
      'IBM Plex Sans 400 loaded',
      'IBM Plex Sans 600 loaded',
    ])

    for (const route of ['overview', 'queues', 'queues/ORDERS', 'topology']) {
      await page.goto('about:blank')
      requests = []
      await page.goto(`${origin}/ibmmq/console/#/qmgr/QM1/${route}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      keepsRequests()
    }
  },
)
