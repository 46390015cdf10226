/** Runs every command of `docs/tutorial/` as it is printed, in the order of the pages, with the ports of this run. */
import { globSync } from 'node:fs'
import test from 'ava'
import { runPages } from '../_support/page-commands.ts'

/** What the output of a block has; the other blocks only have to succeed. */
const outputs: Readonly<Record<string, RegExp>> = {
  'docs/tutorial/1-users.md, block 5': /alice/,
  'docs/tutorial/2-api.md, block 3': /Denis/,
  'docs/tutorial/2-api.md, block 7': /^HTTP\/1\.1 401 [\s\S]*www-authenticate: Bearer realm/i,
  'docs/tutorial/2-api.md, block 8': /token/,
  'docs/tutorial/3-application.md, block 3': /"?scope/,
  'docs/tutorial/3-application.md, block 4': /Denis/,
  'docs/tutorial/4-security.md, block 1': /"Client id missing"/,
  'docs/tutorial/4-security.md, block 2': /"Cannot pass the security checks/,
  'docs/tutorial/4-security.md, block 6': /Denis/,
  'docs/tutorial/5-queue.md, block 1': /QM1.*Running/i,
  'docs/tutorial/5-queue.md, block 3': /one order/,
  'docs/tutorial/5-queue.md, block 4': /"curdepth": ?0/,
  'docs/tutorial/6-queue-and-gateway.md, block 3': /one order[\s\S]*HTTP\/1\.1 403 [\s\S]*scope="mq\.get"/,
}

test('every command of the tutorial works as it is printed', async (t) => {
  const pages = ['docs/tutorial/README.md', ...globSync('docs/tutorial/[1-9]*.md').sort()]
  await runPages(t, { pages, outputs, last: 'npx endmqweb; npx endmqm -i QM1; true' })
})
