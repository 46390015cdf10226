import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import pg from 'pg'
import { type MqError, openInstallation } from '../../../../src/mq/manager/index.ts'
import { storeSchemaName } from '../../../../src/mq/parts/database/store/store-schema.ts'
import { mqParts } from '../../../../src/mq/parts.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { postgresBinaries, startPostgres } from '../../../_support/postgres.ts'
import { admin } from '../../manager/_support/manager.ts'

const withServer = postgresBinaries ? test : test.skip

withServer('after a start, gets and browses read what is stored, in order and by id', async (t) => {
  const server = await startPostgres()
  t.teardown(server.close)
  const folder = mkdtempSync(join(tmpdir(), 'sluice-qm-pg-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const installation = await openInstallation({ folder, clock: Date.now, log: silentLog, parts: mqParts })
  t.teardown(() => installation.close())
  const manager = await installation.create('QM1', { storeUrl: server.url })
  await manager.start()
  let connection = manager.connect(admin)
  await connection.command('DEFINE QLOCAL(A) DEFPSIST(YES) MAXDEPTH(9999)')
  const correlationId = Buffer.alloc(24, 7)
  for (let number = 0; number < 100; number++) {
    const selected = number === 90 ? { correlationId } : {}
    const options = { format: 'MQSTR', persistence: 'persistent', ...selected } as const
    await connection.put({ queue: 'A' }, { body: Buffer.from(`${number}`), ...options })
  }
  await manager.end()
  await manager.start()
  connection = manager.connect(admin)

  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  t.teardown(() => client.end())
  const table = `${storeSchemaName('QM1')}.message`
  await client.query(`DELETE FROM ${table} WHERE sequence = (SELECT max(sequence) FROM ${table})`)

  const read = async (work: Promise<{ body: Buffer } | undefined>) => (await work)?.body.toString()
  t.is(await read(connection.browse('A', { correlationId })), '90')
  t.is(await read(connection.get('A', { correlationId })), '90')
  const unit = connection.beginUnitOfWork()
  t.is(await read(connection.get('A', { unitOfWork: unit })), '0')
  await unit.backout()
  const got = await Promise.all(Array.from({ length: 50 }, () => read(connection.get('A'))))
  t.deepEqual(
    got.map(Number).toSorted((a, b) => a - b),
    Array.from({ length: 50 }, (_, index) => index),
  )

  const rest: (string | number | undefined)[] = []
  for (let number = 50; number < 99; number++) {
    rest.push(await read(connection.get('A')).catch((error: MqError) => error.reasonCode))
  }
  const expected = Array.from({ length: 49 }, (_, index) => `${50 + index}`).filter((each) => each !== '90')
  t.deepEqual(rest, [...expected, 2101])
  t.is(await read(connection.get('A')), undefined)
})
