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
