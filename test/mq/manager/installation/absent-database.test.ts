import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { openInstallation } from '../../../../src/mq/manager/index.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { folderFor } from '../_support/folder.ts'
import { refuses } from '../_support/manager.ts'

const storeUrl = 'postgres://sluice@localhost/queues'
const notAllowed = 2549

test('a process without the part for databases rejects their queue managers in words, and opens all others', async (t) => {
  const folder = folderFor(t)
  const options = { folder, clock: Date.now, log: silentLog }
  const installation = await openInstallation(options)
  const error = await refuses(t, installation.create('QM2', { storeUrl }), notAllowed)
  t.regex(error.message, /without the part database/)
  await refuses(t, installation.add('QM2', storeUrl), notAllowed)
  await installation.create('QM1')
  await installation.create('QM3')
  await installation.close()

  const definition = join(folder, 'qmgrs', 'QM3', 'qmgr.json')
  writeFileSync(definition, JSON.stringify({ name: 'QM3', description: '', created: 1, state: 'ended', storeUrl }))
  const again = await openInstallation(options)
  t.teardown(() => again.close())
  await again.find('QM1')?.start()
  t.is(again.find('QM1')?.state, 'running')
  await t.throwsAsync(again.find('QM3')?.start() ?? Promise.resolve(), { message: /without the part database/ })
})
