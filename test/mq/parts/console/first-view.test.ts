import { keepsByteBudget } from '../../../_support/byte-budget.ts'
import { consoleTest } from './_support/console.ts'
import { waitForContent } from './_support/pages.ts'

/** The bytes that the browser loads at most, compressed and with all fonts, until the login page and the home page are complete. */
const budget = 72_000
/** The addresses that a view requests at most, those of data included. */
const maxRequests = 30
/** The views of a queue manager with the bytes that each loads at most, without data. */
const viewBudgets = { overview: 98_000, queues: 114_000, 'queues/ORDERS': 117_000, topology: 118_000 }

consoleTest(
  'the login page and the home page load less than 72 KB, others less than 118, and none has more than 30 requests',
  { user: undefined, hasOwnPage: true, commands: ['DEFINE QLOCAL(ORDERS)'] },
  async (t, { page, origin }) => {
    const sizes = new Map<string, number>()
    const refused: string[] = []
    const requests = new Set<string>()
    const keepsRequests = () => t.true(requests.size <= maxRequests, [...requests].join('\n'))
    page.on('response', (response) => {
      requests.add(response.url().replace(/since=[^&]*/, '')) // a slow machine polls again
      if (response.status() >= 400 && !response.url().includes('/login')) refused.push(response.url())
      const path = new URL(response.url()).pathname
      if (!path.includes('/api/')) sizes.set(path, Number(response.headers()['content-length']))
    })
    const total = () => [...sizes.values()].reduce((sum, each) => sum + each, 0)
    const report = () => [...sizes].map(([path, bytes]) => `${bytes} ${path}`).join('\n')

    await page.goto(`${origin}/ibmmq/console/`)
    await page.getByLabel('User Name').waitFor()
    await page.waitForLoadState('networkidle')
    t.true(total() > 30_000, report())
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

    for (const [route, viewBudget] of Object.entries(viewBudgets)) {
      await page.goto('about:blank')
      requests.clear()
      sizes.clear()
      await page.goto(`${origin}/ibmmq/console/#/qmgr/QM1/${route}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await waitForContent(page)
      await page.waitForLoadState('networkidle')
      keepsByteBudget(t, total(), viewBudget, report())
      keepsRequests()
    }
    t.deepEqual(refused, [])
  },
)
