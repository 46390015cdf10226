import test from 'ava'

import { checkUnprotectedGet, checkUnprotectedPut } from '../../../src/qm/mqi/security-policy.ts'
import type { ObjectRecord, ObjectService } from '../../../src/qm/types/services.ts'

/** The policy of the queue A; no other name has one. */
function policies(attributes: Record<string, string>): Pick<ObjectService, 'find'> {
  const record = { kind: 'policy', name: 'A', type: 'POLICY', attributes } as unknown as ObjectRecord
  return { find: (kind, name) => (kind === 'policy' && name === 'A' ? record : undefined) }
}

for (const [SIGNALG, ENCALG, TOLERATE, put, get] of [
  ['NONE', 'NONE', 'NO', true, true],
  ['SHA256', 'NONE', 'NO', false, false],
  ['NONE', 'AES256', 'NO', false, false],
  ['SHA256', 'AES256', 'NO', false, false],
  ['SHA256', 'NONE', 'YES', false, true],
] as const) {
  test(`SIGNALG(${SIGNALG}) ENCALG(${ENCALG}) TOLERATE(${TOLERATE}): unprotected puts ${put}, gets ${get}`, (t) => {
    const objects = policies({ SIGNALG, ENCALG, TOLERATE })
    for (const [check, isAllowed] of [
      [checkUnprotectedPut, put],
      [checkUnprotectedGet, get],
    ] as const) {
      const call = () => check(objects, 'B', 'A')
      if (isAllowed) t.notThrows(call)
      else t.throws(call, { message: /2063/ })
    }
  })
}

test('a name without a policy needs no protection', (t) => {
  const objects = policies({ SIGNALG: 'SHA256', ENCALG: 'NONE', TOLERATE: 'NO' })
  t.notThrows(() => checkUnprotectedPut(objects, 'B', ''))
  t.notThrows(() => checkUnprotectedGet(objects, 'B'))
})
