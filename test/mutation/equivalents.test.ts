import { readFileSync } from 'node:fs'

import test from 'ava'

import { equivalents } from '../../mutation/equivalents/index.ts'

test('every equivalent mutant names a line that its file has', (t) => {
  const missing = equivalents.filter(({ file, line }) => {
    const lines = readFileSync(file, 'utf8').split('\n')
    return !lines.some((each) => each.trim() === line)
  })
  t.deepEqual(missing, [])
})

test('no equivalent mutant is listed twice', (t) => {
  const keys = equivalents.map(({ reason, ...mutant }) => JSON.stringify(mutant))
  t.deepEqual(
    keys.filter((key, index) => keys.indexOf(key) !== index),
    [],
  )
})
