/** A page that is opened by its URL has the styles of what it shows, and its controls say why they cannot be used. */
import { findMissingStyles } from '../../../../_support/missing-styles.ts'
import { findUnexplainedControls } from '../../../../_support/unexplained-controls.ts'
import { configurationAnswers } from './_support/configuration.ts'
import { portalTest } from './_support/portal.ts'
import { portalRoutes } from './_support/routes.ts'

const shown = [
  ...portalRoutes,
  ...['#/configuration', '#/configuration/x', '#/revisions', '#/revisions/aaaa', '#/keys', '#/calls', '#/live'],
  ...['#/reset/x', '#/verify/x', '#/search?q=a', '#/no-such-page'],
]

portalTest(
  'every page that is opened by its URL has the rules of its classes, and says why a control cannot be used',
  { answers: configurationAnswers(), timeoutMs: 300_000 },
  async (t, { page, open }) => {
    const faults: string[] = []
    for (const route of shown) {
      await page.goto('about:blank')
      await open(route)
      await page.locator('.waiting').first().waitFor({ state: 'detached' })
      const found = [...(await findMissingStyles(page, 'portal')), ...(await findUnexplainedControls(page))]
      faults.push(...found.map((each) => `${route}: ${each}`))
    }
    t.deepEqual(faults, [])
  },
)
