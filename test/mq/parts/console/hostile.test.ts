import { requireSuccess } from '../../../_support/require-success.ts'
import { consoleTest } from './_support/console.ts'

const markup = `<img src=x onerror="alert(1)"><script>alert(2)</script>`
const attack = `"><svg onload=alert(3)>`

consoleTest(
  'names, descriptions and bodies full of markup are text everywhere',
  {
    commands: [
      `DEFINE QLOCAL(EVIL) DESCR('${markup.slice(0, 64)}')`,
      `DEFINE TOPIC(EVIL) TOPICSTR('${attack}/a/../%2e%2e#/') DESCR('${attack}')`,
      `DEFINE SUB('${markup} javascript:alert(4)') TOPICSTR('${attack}') DESTCLAS(MANAGED)`,
      `DEFINE CHANNEL(EVIL) CHLTYPE(SVRCONN) MCAUSER('${attack}')`,
    ],
  },
  async (t, { page, open, server }) => {
    for (const text of [
      markup,
      `<?xml version="1.0"?><a onclick="alert(5)">${attack}</a>`,
      '{"a":"</pre><script>alert(6)</script>"}',
    ]) {
      await requireSuccess(
        server.call('POST', '/ibmmq/console/api/v1/qmgr/QM1/queue/EVIL/messages', {
          user: 'mqadmin:mqadmin',
          body: JSON.stringify({ text, properties: [{ name: 'p', type: 'string', value: markup }] }),
        }),
      )
    }

    await open('#/qmgr/QM1/queues')
    await page.getByRole('cell', { name: markup.slice(0, 64) }).waitFor()
    await open('#/qmgr/QM1/topics')
    await page.getByText(attack).first().waitFor()
    await open('#/qmgr/QM1/app-channels')
    await page.getByRole('link', { name: 'EVIL' }).waitFor()
    await open('#/qmgr/QM1/subscriptions')
    await page.getByRole('link', { name: `${markup} javascript:alert(4)` }).click()
    await page.getByRole('heading', { level: 1, name: markup }).waitFor()

    await open('#/qmgr/QM1/queues/EVIL')
    for (const [begin, shown] of [
      ['<img', markup],
      ['<?xml', 'onclick'],
      ['{"a"', '</pre>'],
    ] as const) {
      await page.getByRole('button', { name: begin }).click()
      const body = page.getByRole('dialog').getByRole('region', { name: /^Body as/ })
      t.true(((await body.textContent()) ?? '').includes(shown))
      await page.getByRole('dialog').getByText(markup).last().waitFor()
      await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    }

    await open('#/qmgr/QM1/mqsc')
    await page.getByRole('combobox', { name: 'MQSC command' }).fill(`DEFINE '${attack}'`)
    await page.keyboard.press('Enter')
    await page.getByRole('log').getByText(attack).first().waitFor()

    await open(`#/qmgr/${encodeURIComponent(attack)}/queues/${encodeURIComponent(markup)}`)
    await page.getByText('There is no queue manager').waitFor()
    t.is(await page.locator('main script, main img, main svg[onload]').count(), 0)
  },
)
