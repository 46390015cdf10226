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
