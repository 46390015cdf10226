import { axeFindings, narrowFindings } from '../../../../_support/axe.ts'
import { answersWith } from './_support/catalogue.ts'
import { portalTest } from './_support/portal.ts'
import { type Answers, problem } from './_support/stand-in.ts'

const base = answersWith()
const visitor: Answers = {
  ...base,
  'GET /portal': { ...(base['GET /portal'] as object), isPublic: true } as never,
  'GET /session': problem(401, 'not_signed_in', 'No user is signed in.'),
}

portalTest('a visitor reads the public catalogue', { answers: visitor }, async (t, { page, open, standIn }) => {
  await open('')
  await page.getByRole('link', { name: 'Customers', exact: true }).first().waitFor()
  t.is(await page.getByRole('link', { name: 'Applications' }).count(), 0)
  await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill('change')
  await page.keyboard.press('Enter')
  await page.getByText('4 matches').waitFor()
  await page.getByRole('link', { name: /Operation/ }).click()
  await page.getByRole('heading', { level: 2, name: 'Customers' }).first().waitFor()
  t.false(standIn.asked.some(({ resource }) => resource.includes('/applications')))
})

portalTest(
  'signing in leads back to the page of the visitor',
  { answers: visitor },
  async (t, { page, open, standIn }) => {
    await open('#/products/customer')
    await page.getByRole('button', { name: 'Subscribe to Gold' }).click()
    await page.getByLabel('Name').fill('nora')
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    standIn.answers['GET /session'] = base['GET /session'] as never
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/#\/products\/customer$/)
    t.pass()
  },
)

portalTest('every other page asks a visitor to sign in', { answers: visitor }, async (t, { page, open }) => {
  await open('#/applications')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.getByRole('link', { name: 'Read the catalogue without signing in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  t.pass()
})

const routes = ['#/home', '#/search?q=change', '#/products', '#/products/customer', '#/apis/customers:1.0.0']

for (const theme of ['light', 'dark'] as const) {
  portalTest(
    `axe finds no fault in the public catalogue in the ${theme} theme`,
    { answers: visitor, dark: theme === 'dark' },
    async (t, { page, open }) => {
      const faults: string[] = []
      for (const route of routes) {
        await open(route)
        await page.locator('.waiting').first().waitFor({ state: 'detached' })
        faults.push(...(await axeFindings(page, theme)).map((each) => `${route}: ${each}`))
        if (theme === 'light') faults.push(...(await narrowFindings(page)).map((each) => `${route} at ${each}`))
      }
      t.deepEqual(faults, [])
    },
  )
}
