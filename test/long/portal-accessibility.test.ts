/** axe on every page of the portal, light and dark, and every page on narrow screens. */
import { axeFindings, narrowFindings } from '../_support/axe.ts'
import {
  configurationAnswers,
  documentOf,
  productWithErrors,
  routeOf,
  sampleFiles,
} from '../portal/app/_support/configuration.ts'
import { portalTest } from '../portal/app/_support/portal.ts'
import { portalRoutes } from '../portal/app/_support/routes.ts'

for (const theme of ['light', 'dark'] as const) {
  portalTest(
    `axe finds no fault on any page in the ${theme} theme`,
    { dark: theme === 'dark', timeoutMs: 120_000 },
    async (t, { page, open }) => {
      const faults: string[] = []
      for (const route of portalRoutes) {
        await open(route)
        await page.locator('.waiting').first().waitFor({ state: 'detached' })
        faults.push(...(await axeFindings(page, theme)).map((each) => `${route}: ${each}`))
      }
      t.deepEqual(faults, [])
    },
  )
}

portalTest('every page fits a narrow screen', { timeoutMs: 120_000 }, async (t, { page, open }) => {
  const faults: string[] = []
  for (const route of portalRoutes) {
    await open(route)
    await page.locator('.waiting').first().waitFor({ state: 'detached' })
    faults.push(...(await narrowFindings(page)).map((each) => `${route} at ${each}`))
  }
  t.deepEqual(faults, [])
})

for (const theme of ['light', 'dark'] as const) {
  portalTest(
    `axe finds no fault on the configuration pages in the ${theme} theme`,
    { answers: configurationAnswers(), dark: theme === 'dark', timeoutMs: 120_000 },
    async (t, { page, open, standIn }) => {
      const faults: string[] = []
      const check = async (where: string) =>
        faults.push(...(await axeFindings(page, theme)).map((each) => `${where}: ${each}`))

      for (const route of ['#/configuration', '#/keys', '#/calls', '#/live']) {
        await open(route)
        await page.locator('.waiting').first().waitFor({ state: 'detached' })
        await check(route)
      }
      // These kinds have every type of field. The dark theme differs by its colours alone: one form has all of them.
      for (const kind of theme === 'light' ? ['oauth-provider', 'application', 'api'] : ['api']) {
        standIn.answers['GET /configuration/document'] = documentOf(kind)
        await open(routeOf(sampleFiles[kind]))
        await page.locator('.document-form').waitFor()
        const closed = page.locator('details:not([open]) > summary')
        while ((await closed.count()) > 0) await closed.first().click()
        await check(kind)
      }
      for (const [kind, text] of [
        ['product', productWithErrors],
        ['api', 'swagger: "2.0"\ninfo: { title: A }\nsecurityDefinitions: { a: { type: oauth2 } }\n'],
      ] as const) {
        standIn.answers['GET /configuration/document'] = documentOf(kind, text)
        await open(routeOf(`${kind} with errors`))
        await page.locator('[aria-invalid="true"]').first().waitFor()
        await check(`${kind} with errors`)
      }
      await open('#/configuration')
      await page.getByRole('button', { name: 'Create a document' }).click()
      await page.getByRole('dialog').getByLabel('Name - required').waitFor()
      await check('create')
      t.deepEqual(faults, [])
    },
  )
}

portalTest(
  'every configuration page fits a narrow screen',
  { answers: configurationAnswers() },
  async (t, { page, open, standIn }) => {
    const faults: string[] = []
    const routes = [
      '#/configuration',
      '#/keys',
      '#/calls',
      '#/live',
      ...['api', 'product'].map((kind) => routeOf(sampleFiles[kind])),
    ]
    for (const route of routes) {
      if (route.includes('apis')) standIn.answers['GET /configuration/document'] = documentOf('api')
      if (route.includes('products')) standIn.answers['GET /configuration/document'] = documentOf('product')
      await open(route)
      await page.locator('.waiting').first().waitFor({ state: 'detached' })
      faults.push(...(await narrowFindings(page)).map((each) => `${route} at ${each}`))
    }
    t.deepEqual(faults, [])
  },
)
