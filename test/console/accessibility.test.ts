import { axeFindings, narrowFindings } from '../_support/axe.ts'
import { consoleTest } from './_support/console.ts'

const commands = [
  'DEFINE QLOCAL(ORDERS)',
  'DEFINE TOPIC(NEWS) TOPICSTR(news)',
  'DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)',
]

const routes = [
  '#/home',
  '#/qmgr',
  '#/qmgr/QM1/overview',
  '#/qmgr/QM1/queues',
  '#/qmgr/QM1/queues/ORDERS/messages',
  '#/qmgr/QM1/queues/ORDERS/properties',
  '#/qmgr/QM1/queues/ORDERS/statistics',
  '#/qmgr/QM1/queues/ORDERS/authority',
  '#/qmgr/QM1/topics/NEWS/publish',
  '#/qmgr/QM1/app-channels',
  '#/qmgr/QM1/mqsc',
  '#/qmgr/QM1/configuration',
]

for (const theme of ['light', 'dark'] as const) {
  consoleTest(
    `axe finds no fault in the ${theme} theme`,
    { commands, dark: theme === 'dark' },
    async (t, { page, open }) => {
      const faults: string[] = []
      async function check(where: string): Promise<void> {
        const findings = await axeFindings(page, theme)
        faults.push(...findings.map((each) => `${where}: ${each}`))
      }

      for (const route of routes) {
        await open(route)
        await page.locator('.waiting').first().waitFor({ state: 'detached' })
        await check(route)
      }
      await open('#/qmgr/QM1/queues')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('dialog').getByLabel(/^Name/).waitFor()
      await check('dialog')
      t.deepEqual(faults, [])
    },
  )
}

consoleTest('every page fits a narrow screen', { commands }, async (t, { page, open }) => {
  const faults: string[] = []
  for (const route of routes) {
    await open(route)
    await page.locator('.waiting').first().waitFor({ state: 'detached' })
    faults.push(...(await narrowFindings(page)).map((each) => `${route} at ${each}`))
  }
  t.deepEqual(faults, [])
})
