import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { openPathAccess } from '../../../../../../src/mq/parts/file-transfer/engine/files/path-access.ts'
import { Monitor } from '../../../../../../src/mq/parts/file-transfer/engine/monitors/monitor.ts'
import { Journal } from '../../../../../../src/mq/parts/file-transfer/engine/queues/journal.ts'
import { silentLog } from '../../../../../../src/shared/lib/output/log.ts'
import { eventually } from '../../../../../_support/eventually.ts'

test('a file of a poll that failed is found by a later one', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'mft-monitor-'))
  const slow = join(folder, `${'a'.repeat(60)}!`)
  await writeFile(slow, '')
  await writeFile(join(folder, 'aab'), '')
  const started: string[] = []
  const connection = {
    beginUnitOfWork: () => ({ commit: async () => {}, backout: async () => {} }),
    async put({ queue }: { queue: string }, { body }: { body: Buffer }) {
      if (queue.startsWith('SYSTEM.FTE.COMMAND')) started.push(JSON.parse(body.toString()).request.jobName)
      return { messageId: Buffer.alloc(24) }
    },
  }
  let scheduled = Promise.withResolvers<() => void>()
  const deps = {
    connection,
    settings: { name: 'A', queueManager: 'QM1' },
    clock: Date.now,
    log: silentLog,
    paths: await openPathAccess({ sandboxRoot: '', transferRoot: folder }),
    timers: {
      after(_: number, work: () => void) {
        scheduled.resolve(work)
        return () => {}
      },
    },
  }
  const definition = {
    name: 'M',
    type: 'directory',
    pollInterval: 1,
    pollUnit: 'minutes',
    matchesPerTask: 1,
    resource: folder,
    recursionLevel: 0,
    trigger: { type: 'matchAll' },
    pattern: { syntax: 'regex', include: '(a+)+\\1b', exclude: '' },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of tasks
    task: { items: [], metadata: {}, jobName: '${FileName}' },
  }
  const journal = new Journal(connection as never, 'STATE', 'monitor:M')
  const records = [{ kind: 'definition', definition }] as never
  const monitor = new Monitor(journal, records, deps as never, () => false)
  monitor.start()
  let poll = await scheduled.promise
  t.deepEqual(started, []) // the pattern took too long for one of the names

  await rm(slow)
  // Where other processes take the processor, the pattern has used its time of this second.
  await eventually(async () => {
    scheduled = Promise.withResolvers()
    poll()
    poll = await scheduled.promise
    return started.length > 0 || undefined
  })
  t.deepEqual(started, ['aab'])
  monitor.close()
  await rm(folder, { recursive: true })
})
