/** A page that is opened by its URL has the styles of what it shows. */
import { findMissingStyles } from '../../_support/missing-styles.ts'
import { configurationAnswers } from './_support/configuration.ts'
import { portalTest } from './_support/portal.ts'
import { portalRoutes } from './_support/routes.ts'

const shown = [
  ...portalRoutes,
  ...['#/configuration', '#/configuration/x', '#/keys', '#/calls', '#/live', '#/search?q=a'],
  ...['#/reset/x', '#/verify/x', '#/no-such-page'],
]

portalTest(
  'every page that is opened by its URL has the rules of its classes',
  { answers: configurationAnswers(), timeoutMs: 120_000 },
  async (t, { page, open }) => {
    const faults: string[] = []
    for (const route of shown) {
      await page.goto('about:blank')
      await open(route)
      await page.locator('.waiting').first().waitFor({ state: 'detached' })
      faults.push(...(await findMissingStyles(page, 'portal')).map((each) => `${route}: ${each}`))
    }
    t.deepEqual(faults, [])
  },
)
