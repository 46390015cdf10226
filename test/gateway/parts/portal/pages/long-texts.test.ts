import { narrowFindings } from '../../../../_support/axe.ts'
import { configurationAnswers } from './_support/configuration.ts'
import { portalTest } from './_support/portal.ts'

const title = 'InternationalCustomerRelationshipManagement of the largest customers'
const description = `Who buys here. https://example.com/${'a/very/long/address/'.repeat(5)}`

portalTest(
  'long titles, names and addresses fit into each page of a phone, and leave the buttons of the header',
  { answers: configurationAnswers({ title, description }), timeoutMs: 120_000 },
  async (t, { page, open }) => {
    const problems: string[] = []
    for (const route of ['home', 'products/customer', 'apis/customers:1.0.0/change/try', 'live', 'applications/shop']) {
      await open(`#/${route}`)
      await page.locator('.waiting').first().waitFor({ state: 'detached' })
      for (const finding of await narrowFindings(page)) problems.push(`${route}: ${finding}`)
    }
    t.deepEqual(problems, [])
    await page.setViewportSize({ width: 390, height: 800 })
    const { x = 390, width = 0 } = (await page.getByRole('banner').getByRole('button').last().boundingBox()) ?? {}
    t.true(
      ((await page.getByText(title).first().boundingBox())?.width ?? 390) < 260,
      'the title ends before the buttons',
    )
    t.true(x + width <= 390, `the last button ends at ${x + width} px`)
  },
)
