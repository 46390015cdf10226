/** The pages of the portal in German: no English text of the catalogue is left, and nothing is wider than the screen. */
import { narrowFindings } from '../../../../_support/axe.ts'
import { englishTexts, findEnglishTexts } from '../../../../_support/english-texts.ts'
import { configurationAnswers, documentOf, sampleFiles } from './_support/configuration.ts'
import { portalTest } from './_support/portal.ts'
import { portalRoutes } from './_support/routes.ts'
import { problem } from './_support/stand-in.ts'

const answers = configurationAnswers()

/** Texts that the answers of the stand-in contain: names, and what a server writes, which is in English. */
const served = new Set(JSON.stringify(answers).match(/(?<=")[^"\\]+(?=")/g))

/** The pages whose layout is checked as well; the others have the same forms. */
const narrow = ['#/home', '#/apis/customers:1.0.0/change/try', '#/applications/shop/credentials', '#/configuration']

portalTest(
  'the pages of the portal in German',
  { answers, locale: 'de-DE', timeoutMs: 180_000 },
  async (t, { page, open, standIn }) => {
    const faults: string[] = []
    async function check(where: string): Promise<void> {
      await page.locator('.waiting').first().waitFor({ state: 'detached' })
      const found = await findEnglishTexts(
        page,
        englishTexts.filter((each) => !served.has(each)),
      )
      faults.push(...found.map((text) => `${where}: "${text}" is English`))
      if (!narrow.includes(where)) return
      faults.push(...(await narrowFindings(page)).map((each) => `${where} at ${each}`))
      await page.setViewportSize({ width: 1280, height: 900 })
    }

    await open('#/home')
    t.is(await page.evaluate('document.documentElement.lang'), 'de')
    await page.getByRole('link', { name: 'Anwendungen' }).first().waitFor()
    const owned = [
      '#/configuration',
      '#/revisions',
      '#/revisions/aaaa',
      '#/keys',
      '#/calls',
      '#/live',
      '#/questions/nearly-used-up',
      '#/search?q=a',
      '#/no-such-page',
    ]
    for (const route of [...portalRoutes, ...owned]) {
      await open(route)
      await check(route)
    }
    for (const kind of Object.keys(sampleFiles)) {
      standIn.answers['GET /configuration/document'] = documentOf(kind)
      await open('#/home')
      await open('#/configuration/x')
      await check(`a document of the kind ${kind}`)
    }
    await open('#/applications')
    await page.getByRole('button', { name: 'Erstellen' }).click()
    await page.getByRole('dialog', { name: 'Anwendung erstellen' }).getByLabel(/^Name/).waitFor()
    await check('the dialog of a new application')

    standIn.answers['GET /session'] = problem(401, 'not_signed_in', 'No user is signed in.')
    for (const route of ['#/reset/x', '#/verify/x', '#/products']) {
      await page.goto('about:blank')
      await open(route)
      await check(`${route} of a visitor`)
    }
    t.deepEqual(faults, [])
  },
)
