import test from 'ava'
import { matchesAddress } from '../../../../src/mq/manager/authority/address-patterns.ts'
import {
  type ChannelCaller,
  decideChannelAccess,
  findBlockedAddress,
  findBlockedUser,
  findMappingRecord,
  needsHostNames,
} from '../../../../src/mq/manager/authority/channel-authentication.ts'
import {
  matchesDistinguishedName,
  renderDistinguishedName,
} from '../../../../src/mq/manager/authority/distinguished-name.ts'
import type { AttributeValue } from '../../../../src/mq/manager/types/connection.ts'
import type { ObjectRecord } from '../../../../src/mq/manager/types/services.ts'

const caller: ChannelCaller = {
  channel: 'APP.ORDERS',
  address: '10.1.2.3',
  hostNames: ['web1.example.com'],
  queueManager: 'QM7',
  clientUser: 'alice',
  certificate: 'CN=QM7,OU=Sales,O=Acme',
  issuer: 'CN=CA,O=Acme',
}

function rule(profile: string, type: string, attributes: Record<string, AttributeValue>): ObjectRecord {
  const more = type.startsWith('BLOCK') ? {} : { USERSRC: 'MAP' }
  return {
    kind: 'chlauth',
    name: JSON.stringify([profile, type, attributes]),
    type,
    created: 0,
    altered: 0,
    attributes: { CHLAUTH: profile, ...more, ...attributes },
  }
}

for (const [title, records, user] of [
  ['no record leaves the user to the channel', [], undefined],
  ['an address maps to its user', [rule('APP.*', 'ADDRESSMAP', { ADDRESS: '10.*', MCAUSER: 'net' })], 'net'],
  [
    'a more specific address wins',
    [
      rule('APP.*', 'ADDRESSMAP', { ADDRESS: '10.*', MCAUSER: 'net' }),
      rule('APP.*', 'ADDRESSMAP', { ADDRESS: '10.1.2.*', MCAUSER: 'subnet' }),
    ],
    'subnet',
  ],
  [
    'a queue manager outweighs an address',
    [
      rule('APP.*', 'ADDRESSMAP', { ADDRESS: '10.1.2.3', MCAUSER: 'host' }),
      rule('APP.*', 'QMGRMAP', { QMNAME: 'QM*', MCAUSER: 'qm' }),
    ],
    'qm',
  ],
  [
    'a certificate outweighs a queue manager',
    [
      rule('APP.*', 'QMGRMAP', { QMNAME: 'QM7', MCAUSER: 'qm' }),
      rule('APP.*', 'SSLPEERMAP', { SSLPEER: 'O=Acme', SSLCERTI: 'CN=CA', MCAUSER: 'cert' }),
    ],
    'cert',
  ],
  [
    'a certificate of another CA does not match',
    [rule('APP.*', 'SSLPEERMAP', { SSLPEER: 'O=Acme', SSLCERTI: 'CN=Other', MCAUSER: 'cert' })],
    undefined,
  ],
  [
    'an address restricts a queue manager',
    [rule('APP.*', 'QMGRMAP', { QMNAME: 'QM7', ADDRESS: '10.9.*', MCAUSER: 'qm' })],
    undefined,
  ],
  [
    'a more specific channel wins over a heavier key',
    [
      rule('*', 'SSLPEERMAP', { SSLPEER: 'O=Acme', MCAUSER: 'cert' }),
      rule('APP.*', 'ADDRESSMAP', { ADDRESS: '*', MCAUSER: 'any' }),
    ],
    'any',
  ],
  [
    'a user of a client outweighs an address',
    [
      rule('APP.*', 'ADDRESSMAP', { ADDRESS: '10.1.2.3', MCAUSER: 'host' }),
      rule('APP.*', 'USERMAP', { CLNTUSER: 'al*', MCAUSER: 'user' }),
    ],
    'user',
  ],
  [
    'a certificate with more attributes wins over longer values',
    [
      rule('APP.*', 'SSLPEERMAP', { SSLPEER: 'OU=Sales', MCAUSER: 'one' }),
      rule('APP.*', 'SSLPEERMAP', { SSLPEER: 'O=A*,CN=*', MCAUSER: 'two' }),
    ],
    'two',
  ],
  [
    'of certificates with as many attributes the longer values win',
    [
      rule('APP.*', 'SSLPEERMAP', { SSLPEER: 'O=A*', MCAUSER: 'short' }),
      rule('APP.*', 'SSLPEERMAP', { SSLPEER: 'O=Acme', MCAUSER: 'long' }),
    ],
    'long',
  ],
  [
    'a certificate of a named CA wins over one of any CA',
    [
      rule('APP.*', 'SSLPEERMAP', { SSLPEER: 'O=Acme', MCAUSER: 'any' }),
      rule('APP.*', 'SSLPEERMAP', { SSLPEER: 'O=Acme', SSLCERTI: 'CN=CA', MCAUSER: 'named' }),
    ],
    'named',
  ],
  [
    'a certificate of another name does not match',
    [rule('*', 'SSLPEERMAP', { SSLPEER: 'O=X', MCAUSER: 'x' })],
    undefined,
  ],
  ['another queue manager does not match', [rule('*', 'QMGRMAP', { QMNAME: 'QM8', MCAUSER: 'qm' })], undefined],
  ['another user does not match', [rule('*', 'USERMAP', { CLNTUSER: 'bob', MCAUSER: 'user' })], undefined],
  ['another channel does not match', [rule('SYS.*', 'ADDRESSMAP', { ADDRESS: '*', MCAUSER: 'sys' })], undefined],
  ['a host name matches', [rule('*', 'ADDRESSMAP', { ADDRESS: '*.example.com', MCAUSER: 'web' })], 'web'],
  [
    'a record can leave the user to the channel',
    [rule('*', 'ADDRESSMAP', { ADDRESS: '*', USERSRC: 'CHANNEL' })],
    undefined,
  ],
] as const) {
  test(title, (t) => {
    for (const each of [records, [...records].reverse()])
      t.like(decideChannelAccess(each, caller), { isAllowed: true, mappedUser: user })
  })
}

test('a record with names of certificates does not match a caller without a certificate', (t) => {
  const plain = { ...caller, certificate: '', issuer: '' }
  for (const keys of [{ SSLPEER: 'CN=*' }, { SSLPEER: ' ' }, { SSLCERTI: 'CN=*' }, { SSLCERTI: ' ' }])
    t.is(findMappingRecord([rule('*', 'SSLPEERMAP', keys)], plain), undefined, JSON.stringify(keys))
})

test('a record that blocks maps no caller', (t) => {
  t.is(findMappingRecord([rule('*', 'BLOCKUSER', { USERLIST: ['eve'] })], caller), undefined)
})

test('a record decides whether a client must have a password', (t) => {
  const required = rule('*', 'ADDRESSMAP', { ADDRESS: '*', CHCKCLNT: 'REQUIRED' })
  t.like(decideChannelAccess([required], caller), { clientCheck: 'REQUIRED' })
  t.like(decideChannelAccess([], caller), { clientCheck: 'ASQMGR' })
})

for (const [who, more] of [
  ['queue manager QM7', {}],
  ['user alice', { queueManager: '' }],
  ['a client', { queueManager: '', clientUser: '' }],
] as const) {
  test(`the reason of a rejection names ${who}`, (t) => {
    const record = rule('APP.*', 'ADDRESSMAP', { ADDRESS: '*', USERSRC: 'NOACCESS' })
    t.deepEqual(decideChannelAccess([record], { ...caller, ...more }), {
      isAllowed: false,
      reason: `the ADDRESSMAP record for APP.* allows no access for ${who} at 10.1.2.3 on channel APP.ORDERS`,
    })
  })
}

test('host names are needed when any record has one', (t) => {
  const [address, host, block] = [
    rule('*', 'ADDRESSMAP', { ADDRESS: '10.*' }),
    rule('*', 'ADDRESSMAP', { ADDRESS: '*.example.com' }),
    rule('*', 'BLOCKUSER', { USERLIST: ['eve'] }),
  ]
  t.true(needsHostNames([address, host, block]))
  t.false(needsHostNames([address, block]))
  t.false(needsHostNames([]))
})

test('NOACCESS rejects, unless it only warns', (t) => {
  const record = (WARN: string) => rule('APP.*', 'ADDRESSMAP', { ADDRESS: '*', USERSRC: 'NOACCESS', WARN })
  t.like(decideChannelAccess([record('NO')], caller), { isAllowed: false })
  const warned = decideChannelAccess([record('YES')], caller)
  t.true(warned.isAllowed && /no access/.test(warned.warning ?? ''))
})

test('addresses and users are blocked', (t) => {
  const records = [
    rule('*', 'BLOCKADDR', { ADDRLIST: ['192.168.1.1-9', '::1'] }),
    rule('*', 'BLOCKUSER', { USERLIST: ['*MQADMIN'] }),
    rule('APP.*', 'BLOCKUSER', { USERLIST: ['bob', 'eve'] }),
  ]
  t.truthy(findBlockedAddress(records, '192.168.1.5'))
  t.truthy(findBlockedAddress(records, '::1'))
  t.is(findBlockedAddress(records, '192.168.1.10'), undefined)
  t.truthy(findBlockedUser(records, 'APP.ORDERS', { name: 'eve', privileged: false }))
  t.is(findBlockedUser(records, 'APP.ORDERS', { name: 'mqm', privileged: true }), undefined)
  t.truthy(findBlockedUser(records, 'OTHER', { name: 'mqm', privileged: true }))
  t.is(findBlockedUser(records, 'OTHER', { name: 'eve', privileged: false }), undefined)
  t.is(findBlockedUser([], 'OTHER', { name: 'mqm', privileged: true }), undefined)
})

test('of the records that block users the one for the most specific channel decides alone', (t) => {
  const records = [rule('*', 'BLOCKUSER', { USERLIST: ['eve'] }), rule('APP.*', 'BLOCKUSER', { USERLIST: ['bob'] })]
  for (const each of [records, [...records].reverse()]) {
    t.truthy(findBlockedUser(each, 'APP.ORDERS', { name: 'bob', privileged: false }))
    t.is(findBlockedUser(each, 'APP.ORDERS', { name: 'eve', privileged: false }), undefined)
  }
})

test('one of several host names is enough, in any case', (t) => {
  t.true(matchesAddress('WEB*.example.com', '10.1.2.3', ['other.example.com', 'web1.EXAMPLE.com']))
  t.false(matchesAddress('web*.example.com', '10.1.2.3', ['other.example.com', 'web1.example.org']))
})

for (const [pattern, address, matches] of [
  ['*', '1.2.3.4', true],
  ['*', '2001:db8::1', true],
  ['1.2.*', '1.2.3.4', true],
  ['1.2.3.4', '::ffff:1.2.3.4', true],
  ['1.2.3.4', '2001:db8::1', false],
  ['1.2.3-9.4', '1.2.5.4', true],
  ['1.2.3-9.4', '1.2.3.4', true],
  ['1.2.3-9.4', '1.2.9.4', true],
  ['1.2.3-9.4', '1.2.2.4', false],
  ['1.2.3-9.4', '1.2.10.4', false],
  ['1.2', '1.2.3.4', false],
  ['1.2.3.4.5', '1.2.3.4', false],
  ['1.2.3.4.*', '1.2.3.4', false],
  ['1.2..4', '1.2.0.4', false],
  ['2001:db8::1', '2001:db8:0:0:0:0:0:1', true],
  ['2001:db8:*', '2001:db8::99', true],
  ['2001:db8::', '2001:db8::', true],
  ['2001:db8::', '2001:db8::1', false],
  ['1::2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8', true],
  ['2001:db8:0-g:*', '2001:db8:f::99', false],
  ['2001:db8:0-f:*', '2001:db8:f::99', true],
  ['2001:db8:0-f:*', '2001:db8:10::99', false],
  ['2001:db9:*', '2001:db8::99', false],
  ['2001:db8:*', '1.2.3.4', false],
  ['host.example', '1.2.3.4', false],
] as const) {
  test(`the address pattern ${pattern} ${matches ? 'matches' : 'does not match'} ${address}`, (t) => {
    t.is(matchesAddress(pattern, address, []), matches)
  })
}

for (const [pattern, name, matches] of [
  ['CN=QM1', 'CN=QM1,O=Acme', true],
  ['O=Acme,CN=QM*', 'CN=QM1,O=Acme', true],
  ['CN=QM*', 'CN=XQM1', false],
  ['CN=*M1', 'CN=QM1', true],
  ['CN=*M1', 'CN=QM12', false],
  ['CN=*M*', 'CN=QM1', true],
  ['CN=*X*', 'CN=QM1', false],
  ['CN=*', 'CN=QM1', true],
  ['CN=**', 'CN=QM1', true],
  ['CN=*M1', 'CN=QX1', false],
  ['CN=QM*', 'CN=QX1', false],
  ['CN=QM1', 'O=QM1', false],
  ['CN', 'CN=QM1', false],
  ['QM1', 'QM=QM1', false],
  ['CN=QM1, ', 'CN=QM1', true],
  ['cn = QM1 ; o = Acme', 'CN=QM1,O=Acme', true],
  ['CN=a=b', 'CN=a=b', true],
  ['CN=a=b', 'CN=a', false],
  ['SP=Bavaria,E=a@b.example', 'EMAILADDRESS=a@b.example,ST=Bavaria', true],
  ['CN="QM1"', 'CN=qm1', true],
  ['OU=A,OU=B', 'CN=x,OU=A,OU=B', true],
  ['OU=B,OU=A', 'CN=x,OU=A,OU=B', false],
  ['CN=QM2', 'CN=QM1', false],
  ['L=Ulm', 'CN=QM1', false],
  ['CN=a\\,b', 'CN=a\\,b,O=c', true],
  ['', 'CN=QM1', true],
] as const) {
  test(`the name pattern ${pattern} ${matches ? 'matches' : 'does not match'} ${name}`, (t) => {
    t.is(matchesDistinguishedName(pattern, name), matches)
  })
}

test('a name is rendered with the most specific part first', (t) => {
  t.is(renderDistinguishedName('C=DE\nO=Acme+OU=Sales\nCN=QM1\n'), 'CN=QM1,O=Acme,OU=Sales,C=DE')
  t.is(renderDistinguishedName('O=Acme + OU=R\\+D\nCN=Q\n'), 'CN=Q,O=Acme,OU=R\\+D')
})
