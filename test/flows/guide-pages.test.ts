/** Runs every command of README.md and of guides as it is printed, each page in an empty folder, with the ports of this run. */
import test from 'ava'
import { runPages } from '../_support/page-commands.ts'

test('every command of docs/guides/tasks.md works as it is printed', async (t) => {
  const page = 'docs/guides/tasks.md'
  const outputs = {
    [`${page}, block 6`]: /"id": ?7/,
    [`${page}, block 7`]: /0 errors/,
    [`${page}, block 15`]: /4 passed, 0 failed/,
    [`${page}, block 16`]: /would be added: apis\/items\.yaml/,
    [`${page}, block 19`]: /0 errors/,
    [`${page}, block 20`]: /0 errors/,
    [`${page}, block 21`]: /0 errors/,
  }
  await runPages(t, { pages: [page], outputs, last: 'true' })
})

test('every command of docs/guides/from-other-gateways.md works as it is printed', async (t) => {
  const page = 'docs/guides/from-other-gateways.md'
  const outputs = { [`${page}, block 2`]: /0 errors/, [`${page}, block 4`]: /x-ratelimit-limit: name=default,1000;/i }
  await runPages(t, { pages: [page], outputs, last: 'true' })
})

test('every command of README.md works as it is printed', async (t) => {
  const outputs = {
    'README.md, block 3': /"firstname"[\s\S]*"Client id missing"/,
    'README.md, block 4': /one order/,
    'README.md, block 5': /QM1[\s\S]*DEV\.QUEUE\.1/,
  }
  await runPages(t, { pages: ['README.md'], outputs, last: 'true' })
})

test('every call of the pages about the sandbox works as it is printed', async (t) => {
  const token = `curl -s -f http://127.0.0.1:8080/acme/sandbox/customer-oauth/oauth2/token -d grant_type=password \
    -d client_id=sandbox-app -d client_secret=sandbox-secret -d username=alice -d password=wonderland \
    -d 'scope=mq.put mq.get'`
  const commands = `MQ=http://127.0.0.1:8080/acme/sandbox/mq/v1\nTOKEN=$(${token} | grep -o '"access_token":"[^"]*' | cut -d'"' -f4)`
  const outputs = {
    'docs/oauth.md, block 1': /"access_token"/,
    'docs/mq-web-server.md, block 1': /"name": ?"QM1"[\s\S]*hello[\s\S]*hello[\s\S]*DEV\.QUEUE\.1/,
    'docs/queues.md, block 2': /"result"/,
    'docs/queues.md, block 3': /mq\.put:QM1\/DEV\.QUEUE\.1/,
    'docs/console.md, block 1': /QM2/,
    'docs/amqp.md, block 1': /RUNNING/,
    'docs/file-transfer.md, block 1': /AGENT2[\s\S]*HTTP\/1\.1 202/,
    'docs/file-transfer.md, block 2': /1/,
  }
  const pages = ['oauth', 'mq-web-server', 'queues', 'console', 'amqp', 'file-transfer'].map(
    (name) => `docs/${name}.md`,
  )
  const without = [3, 4, 5].map((block) => `docs/file-transfer.md, block ${block}`) // they name folders below /srv
  await runPages(t, { pages, outputs, first: { server: 'npm start', commands }, without, last: 'true' })
})
