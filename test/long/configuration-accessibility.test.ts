/** Every kind of configuration form: axe at all widths, light and dark, and the keyboard alone. */
import { findingsAtAllWidths } from '../_support/axe.ts'
import { findKeyboardFaults } from '../_support/keyboard.ts'
import {
  configurationAnswers,
  documentOf,
  routeOf,
  sampleFiles,
} from '../gateway/parts/portal/pages/_support/configuration.ts'
import { portalTest } from '../gateway/parts/portal/pages/_support/portal.ts'

for (const kind of Object.keys(sampleFiles)) {
  portalTest(
    `the form of ${kind}: axe finds no fault at any width, and Tab reaches every control`,
    { answers: configurationAnswers(), timeoutMs: 120_000 },
    async (t, { page, open, standIn }) => {
      standIn.answers['GET /configuration/document'] = documentOf(kind)
      await open(routeOf(sampleFiles[kind]))
      await page.locator('.document-form').waitFor()
      const closed = page.locator('details:not([open]) > summary')
      while ((await closed.count()) > 0) await closed.first().click()
      t.deepEqual(await findingsAtAllWidths(page), [])
      t.deepEqual(await findKeyboardFaults(page, 'main'), [])
    },
  )
}
