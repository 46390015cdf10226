import { narrowFindings } from '../../../_support/axe.ts'
import { consoleTest } from './_support/console.ts'
import { waitForContent } from './_support/pages.ts'

const name = 'ORDERS.OF.THE.LARGEST.CUSTOMER.IN.ALL.EUROPE.001'
const topic = '/orders/of/the/largest/customer/in/all/of/europe'

consoleTest(
  'names of 48 characters fit into each page, and lists show long values on one line of a wide screen',
  {
    commands: [
      `DEFINE QLOCAL(${name}) MAXDEPTH(1)`,
      `DEFINE TOPIC(NEWS) TOPICSTR('${topic}') DESCR('What the largest customer of all orders')`,
    ],
    timeoutMs: 120_000,
  },
  async (t, { page, open, server }) => {
    const connection = server.installation.find('QM1')?.connect({ name: 'mqadmin', groups: [], privileged: true })
    await connection?.put({ queue: name }, { body: Buffer.from('m'), format: 'MQSTR', persistence: 'persistent' })
    await connection?.close()
    const problems: string[] = []
    for (const route of ['home', 'dashboards', 'qmgr/QM1/topology', `qmgr/QM1/queues/${name}/messages`]) {
      await open(`#/${route}`)
      await page
        .getByText(/EUROPE/)
        .first()
        .waitFor()
      await waitForContent(page)
      for (const finding of await narrowFindings(page)) problems.push(`${route}: ${finding}`)
    }
    t.deepEqual(problems, [])
    await page.setViewportSize({ width: 390, height: 800 })
    const heightOf = async (text: string | RegExp) => (await page.getByText(text).first().boundingBox())?.height ?? 0
    t.true((await heightOf(/^Applications cannot put messages/)) < 100, 'the notice has the width of the page')

    await open('#/qmgr/QM1/topics')
    await page.setViewportSize({ width: 1920, height: 800 })
    t.true((await heightOf(topic)) < 60, 'the topic string is on one line')
  },
)

consoleTest(
  'a description in Arabic that is cut keeps its beginning, and names in figures break after their dots',
  {
    commands: [
      `DEFINE QLOCAL(ORDERS) BOQNAME(ORDERS.BACK) BOTHRESH(3) DESCR('طلبات العملاء الكبار في المتجر الجديد لهذا العام')`,
      'DEFINE QLOCAL(ORDERS.BACK)',
    ],
  },
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/queues')
    await page.getByText(/^طلبات/).waitFor()
    await page.setViewportSize({ width: 1200, height: 800 })
    const place = await page.evaluate(`(() => {
      const cell = [...document.querySelectorAll('td')].find(({ textContent }) => textContent.startsWith('طلبات'))
      const range = document.createRange()
      range.setStart(document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode(), 0)
      range.setEnd(range.startContainer, 1)
      return [range.getBoundingClientRect().right, cell.getBoundingClientRect().right, cell.scrollWidth - cell.clientWidth]
    })()`)
    const [first, edge, hidden] = place as [number, number, number]
    t.true(hidden > 0, 'the text is cut')
    t.true(first <= edge + 1, `the first letter ends at ${first}, the cell at ${edge}`)

    await open('#/qmgr/QM1/queues/ORDERS')
    const link = page.getByRole('link', { name: 'ORDERS.BACK' })
    t.is(await link.innerHTML(), 'ORDERS.<wbr>BACK<wbr>')
  },
)
