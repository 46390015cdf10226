import { axeFindings, narrowFindings } from '../../../../_support/axe.ts'
import { answersWith } from './_support/catalogue.ts'
import { portalTest } from './_support/portal.ts'
import { problem } from './_support/stand-in.ts'

/** A page of each form. `test/long/portal-accessibility.test.ts` has all. */
const shownLight = [
  '#/home',
  '#/products/customer',
  '#/apis/customers:1.0.0',
  '#/applications/shop/subscriptions',
  '#/applications/shop/usage',
]
const shownDark = ['#/apis/customers:1.0.0', '#/applications/shop/subscriptions']
const shownNarrow = ['#/apis/customers:1.0.0/change', '#/applications/shop/credentials']

for (const [theme, shown] of [
  ['light', shownLight],
  ['dark', shownDark],
] as const) {
  portalTest(`axe finds no fault in the ${theme} theme`, { dark: theme === 'dark' }, async (t, { page, open }) => {
    const faults: string[] = []
    async function check(where: string): Promise<void> {
      const findings = await axeFindings(page, theme)
      faults.push(...findings.map((each) => `${where}: ${each}`))
    }

    for (const route of shown) {
      await open(route)
      await page.locator('.waiting').first().waitFor({ state: 'detached' })
      await check(route)
    }
    await open('#/tokens')
    await page.getByLabel('Access token').fill('a.b.c')
    await page.getByRole('button', { name: 'Inspect' }).click()
    await page.getByText('The token is good.').waitFor()
    await check('a token')
    await open('#/applications')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('dialog').getByLabel(/^Name/).waitFor()
    await check('dialog')
    t.deepEqual(faults, [])
  })
}

const nobody = { ...answersWith(), 'GET /session': problem(401, 'not_signed_in', 'Nobody is signed in.') } as const

for (const theme of ['light', 'dark'] as const) {
  portalTest(
    `axe finds no fault on the way in, in the ${theme} theme`,
    { answers: nobody, dark: theme === 'dark' },
    async (t, { page, open }) => {
      await open('')
      t.deepEqual(await axeFindings(page, theme), [])
      await page.getByRole('button', { name: 'Create an account' }).click()
      await page.getByText('Sign up to create applications').waitFor()
      t.deepEqual(await axeFindings(page, theme), [])
    },
  )
}

portalTest('pages fit a narrow screen', {}, async (t, { page, open }) => {
  const faults: string[] = []
  for (const route of shownNarrow) {
    await open(route)
    await page.locator('.waiting').first().waitFor({ state: 'detached' })
    faults.push(...(await narrowFindings(page)).map((each) => `${route} at ${each}`))
  }
  t.deepEqual(faults, [])
})
