import test from 'ava'
import { findFilterFaults } from '../../../../src/shared/registries/ldap/filter-faults.ts'
import type { LdapConfiguration } from '../../../../src/shared/registries/ldap/ldap-settings.ts'

function faults(prefix: string, suffix: string, method = 'search_dn') {
  return findFilterFaults({
    authentication_method: method,
    search_dn_filter_prefix: prefix,
    search_dn_filter_suffix: suffix,
  } as LdapConfiguration)
}

for (const [prefix, suffix] of [
  ['(uid=', ')'],
  ['(&(objectClass=person)(mail=', '))'],
  ['(|(uid=', ')(!(mail=a*)))'],
  ['(memberOf:1.2.840:=', ')'],
  ['(cn=\\28a\\29', ')'],
] as const) {
  test(`accepts ${prefix}NAME${suffix}`, (t) => {
    t.deepEqual(faults(prefix, suffix), [])
  })
}

for (const [prefix, suffix, member] of [
  ['(uid=', ') bad', 'search_dn_filter_suffix'],
  ['(uid=', '', 'search_dn_filter_suffix'],
  ['(uid=', '))', 'search_dn_filter_suffix'],
  ['(uid=', ')(a=b)', 'search_dn_filter_suffix'],
  ['uid=', ')', 'search_dn_filter_prefix'],
  ['(&(uid=', ')', 'search_dn_filter_prefix'],
  ['(!(a=b)(uid=', '))', 'search_dn_filter_prefix'],
] as const) {
  test(`rejects ${prefix}NAME${suffix} at ${member}`, (t) => {
    const [fault] = faults(prefix, suffix)
    t.deepEqual(fault?.path, ['configuration', member])
    t.true(fault?.message.endsWith(`found ${JSON.stringify(`${prefix}NAME${suffix}`)}`))
  })
}

test('does not check the filter with composed names', (t) => {
  t.deepEqual(faults('uid=', '', 'compose_dn'), [])
})
