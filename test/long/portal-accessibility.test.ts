/**
 * axe on every page of the portal, light and dark, every page by keyboard and on narrow screens.
 */
import { axeFindings, narrowFindings } from '../_support/axe.ts'
import { findKeyboardFaults } from '../_support/keyboard.ts'
import {
  configurationAnswers,
  documentOf,
  productWithErrors,
  routeOf,
  sampleFiles,
} from '../gateway/parts/portal/pages/_support/configuration.ts'
import { portalTest } from '../gateway/parts/portal/pages/_support/portal.ts'
import { portalRoutes } from '../gateway/parts/portal/pages/_support/routes.ts'

const ownerRoutes = [
  ...['#/configuration', '#/revisions', '#/revisions/aaaa', '#/keys', '#/calls', '#/live', '#/questions/callers/x'],
]

for (const theme of ['light', 'dark'] as const) {
  portalTest(
    `axe finds no fault on any page in the ${theme} theme`,
    { dark: theme === 'dark', timeoutMs: 300_000 },
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

portalTest('Tab reaches every control of every page', { timeoutMs: 300_000 }, async (t, { page, open }) => {
  const faults: string[] = []
  for (const route of portalRoutes) {
    await open(route)
    await page.locator('.waiting').first().waitFor({ state: 'detached' })
    faults.push(...(await findKeyboardFaults(page, 'main')).map((each) => `${route}: ${each}`))
  }
  t.deepEqual(faults, [])
})

portalTest('every page fits a narrow screen', { timeoutMs: 300_000 }, async (t, { page, open }) => {
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
    { answers: configurationAnswers(), dark: theme === 'dark', timeoutMs: 300_000 },
    async (t, { page, open, standIn }) => {
      const faults: string[] = []
      const check = async (where: string) =>
        faults.push(...(await axeFindings(page, theme)).map((each) => `${where}: ${each}`))

      for (const route of ownerRoutes) {
        await open(route)
        await page.locator('.waiting').first().waitFor({ state: 'detached' })
        await check(route)
      }
      await open('#/configuration')
      await page.getByRole('button', { name: 'Create a document' }).click()
      await page.getByRole('dialog').getByLabel('Name - required').waitFor()
      await check('create')

      const file = sampleFiles.product ?? ''
      const wrong = { file, line: 2, column: 1, severity: 'error', message: 'info.name has a blank' } as const
      standIn.answers['GET /configuration/document'] = documentOf('product', productWithErrors)
      standIn.answers['POST /configuration/preview'] = { problems: [wrong], changes: [], effects: '', patch: '' }
      await page.reload()
      await open(routeOf(file))
      await page.getByRole('textbox', { name: /, YAML$/ }).press('End')
      await page.keyboard.insertText(' ')
      await page.locator('.cm-lintRange-error').waitFor()
      await check('product with errors')
      t.deepEqual(faults, [])
    },
  )
}

portalTest(
  'every configuration page fits a narrow screen',
  { answers: configurationAnswers() },
  async (t, { page, open }) => {
    const faults: string[] = []
    for (const route of ownerRoutes) {
      await open(route)
      await page.locator('.waiting').first().waitFor({ state: 'detached' })
      faults.push(...(await narrowFindings(page)).map((each) => `${route} at ${each}`))
    }
    t.deepEqual(faults, [])
  },
)
