import { readLayoutShift } from '../../../../_support/layout-shift.ts'
import { answersWith } from './_support/catalogue.ts'
import { portalTest } from './_support/portal.ts'
import { portalRoutes } from './_support/routes.ts'

portalTest(
  'no page moves at 390 px while it loads',
  { answers: answersWith(), timeoutMs: 300_000 },
  async (t, { page, open }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.route('**/api/v1/{applications,providers}', async (route) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('.waiting, .api__samples, .cards--plans').first().waitFor() // what follows is drawn first
      await route.continue()
    })
    const faults: string[] = []
    for (const route of portalRoutes) {
      await page.goto('about:blank')
      await open(route)
      await page.waitForLoadState('networkidle')
      await page.locator('.waiting').first().waitFor({ state: 'detached' })
      const shift = await readLayoutShift(page)
      if (shift >= 0.1) faults.push(`${route}: ${shift}`)
    }
    t.deepEqual(faults, [])
  },
)
