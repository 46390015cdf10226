import test from 'ava'
import { findPasswordObject } from '../../../../src/mq/manager/authority/program-security.ts'
import type { ObjectRecord } from '../../../../src/mq/manager/types/services.ts'

const find = (type: string) => {
  const object: ObjectRecord = { kind: 'authinfo', name: 'A', type, attributes: {}, created: 0, altered: 0 }
  return findPasswordObject({ objects: { find: () => object }, attribute: () => 'A' })
}

test('a stored CONNAUTH of another type than IDPWOS accepts no password, and the reason names ldapRegistry', (t) => {
  const { object, problem = '' } = find('IDPWLDAP')
  t.is(object, undefined)
  t.regex(problem, /CONNAUTH names A, an object of AUTHTYPE\(IDPWLDAP\); only IDPWOS is supported.*ldapRegistry/)
})

test('an object of AUTHTYPE(IDPWOS) accepts passwords', (t) => {
  t.is(find('IDPWOS').object?.name, 'A')
  t.is(find('IDPWOS').problem, undefined)
})
