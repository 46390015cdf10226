import { hash } from 'node:crypto'
import test from 'ava'
import { storeSchema, storeSchemaName } from '../../../../../src/mq/parts/database/store/store-schema.ts'

test('the schema has the name of the queue manager in lower case, at most 30 characters of it, and its hash', (t) => {
  const sum = (name: string) => hash('sha256', name).slice(0, 8)
  for (const [name, readable] of [
    ['QM1', 'qm1'],
    ['Qm.a/b%c_', 'qm_a_b_c_'],
    ['A'.repeat(30), 'a'.repeat(30)],
    ['B'.repeat(48), 'b'.repeat(30)],
  ] as const)
    t.is(storeSchemaName(name), `qm_${readable}_${sum(name)}`)
  t.not(storeSchemaName('QM1'), storeSchemaName('qm1'))
})

test('the tables have version 3 and are made in the schema', (t) => {
  const { version, statements } = storeSchema('qm_a')
  t.is(version, 3)
  t.true(statements.includes('CREATE SCHEMA IF NOT EXISTS qm_a;'))
})
