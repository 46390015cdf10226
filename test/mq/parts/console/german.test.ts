/** The main story of the console in German. */
import { axeFindings, narrowFindings } from '../../../_support/axe.ts'
import { englishTexts, findEnglishTexts } from '../../../_support/english-texts.ts'
import { consoleTest } from './_support/console.ts'
import { waitForContent } from './_support/pages.ts'

consoleTest(
  'the console in German: log in, put and browse a message, run MQSC, at 320 px as well',
  { timeoutMs: 120_000, user: undefined, locale: 'de-DE', commands: ['DEFINE QLOCAL(ORDERS) MAXDEPTH(25499)'] },
  async (t, { page, origin, open }) => {
    const faults: string[] = []
    async function check(where: string): Promise<void> {
      await waitForContent(page)
      const found = await findEnglishTexts(page, englishTexts)
      faults.push(...found.map((text) => `${where}: "${text}" is English`))
    }
    async function checkAccessibility(where: string): Promise<void> {
      await check(where)
      faults.push(...(await axeFindings(page, 'light')).map((each) => `${where}: ${each}`))
      faults.push(...(await narrowFindings(page)).map((each) => `${where} at ${each}`))
      await page.setViewportSize({ width: 1280, height: 900 })
    }

    await page.goto(`${origin}/ibmmq/console/`)
    await page.getByLabel('Benutzername').fill('mqadmin')
    t.is(await page.evaluate('document.documentElement.lang'), 'de')
    await check('login')
    await page.getByLabel('Kennwort', { exact: true }).fill('mqadmin')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByRole('heading', { level: 1, name: 'Willkommen, mqadmin' }).waitFor()
    await checkAccessibility('home')

    await open('#/qmgr/QM1/queues')
    await page.getByRole('row', { name: /ORDERS/ }).waitFor()
    t.is(await page.getByTitle('0 von 25.499').count(), 1)
    await checkAccessibility('queues')
    await page.getByRole('link', { name: 'ORDERS' }).click()
    await page.getByRole('button', { name: 'Nachricht erstellen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nachricht erstellen' })
    await checkAccessibility('dialog')
    await dialog.getByLabel('Text').fill('eine Bestellung')
    await dialog.getByRole('button', { name: 'Einreihen' }).click()
    await page.getByRole('button', { name: 'eine Bestellung' }).click()
    await page.getByText('Rücksetzungszähler').waitFor()
    await check('message')
    await page.getByRole('button', { name: 'Schließen', exact: true }).click()

    await open('#/qmgr/QM1/mqsc')
    await page.getByLabel('MQSC-Befehl').fill('DISPLAY QLOCAL(ORDERS) CURDEPTH')
    await page.keyboard.press('Enter')
    await page.getByText('CURDEPTH(1)').waitFor()
    await check('mqsc')
    for (const route of ['#/qmgr/QM1/configuration', '#/qmgr/QM1/queues/ORDERS/properties', '#/qmgr']) {
      await open(route)
      await check(route)
    }
    t.deepEqual(faults, [])

    await page.getByRole('button', { name: 'Benutzer und Darstellung' }).click()
    await page.getByText('English').click()
    await page.getByRole('heading', { level: 1, name: 'Queue managers' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Queue managers' }).waitFor()
    t.is(await page.evaluate('document.documentElement.lang'), 'en')
  },
)
