import test from 'ava'
import {
  buildRuleParameters,
  type ChannelRule,
  initialRule,
  ruleTypes,
} from '../../../../../src/mq/parts/console/pages/chlauth/channel-rule.ts'

/** What a user may have entered while other types and decisions were chosen. */
const everything: ChannelRule = {
  ...initialRule,
  profile: 'APP.*',
  address: '10.*',
  clientUser: 'app',
  queueManager: 'QM2',
  certificate: 'CN=app',
  issuer: 'CN=ca',
  list: ['x'],
  user: 'mapped',
  isWarning: true,
}

const keywords: Readonly<Record<ChannelRule['type'], readonly string[]>> = {
  ADDRESSMAP: ['address', 'usersrc', 'mcauser', 'chckclnt'],
  USERMAP: ['clntuser', 'address', 'usersrc', 'mcauser', 'chckclnt'],
  QMGRMAP: ['qmname', 'address', 'usersrc', 'mcauser', 'chckclnt'],
  SSLPEERMAP: ['sslpeer', 'sslcerti', 'address', 'usersrc', 'mcauser', 'chckclnt'],
  BLOCKUSER: ['userlist'],
  BLOCKADDR: ['addrlist'],
}

for (const type of ruleTypes)
  test(`a rule of the type ${type} is sent with the parameters of this type only`, (t) => {
    const parameters = buildRuleParameters({ ...everything, type })
    t.deepEqual(Object.keys(parameters).sort(), ['descr', 'warn', ...keywords[type]].sort())
  })

test('only a rule that blocks is sent with a warning, and without user and passwords', (t) => {
  const find = (rule: Partial<ChannelRule>) =>
    JSON.parse(JSON.stringify(buildRuleParameters({ ...everything, ...rule })))
  t.deepEqual(find({ userSource: 'NOACCESS' }), { descr: '', warn: 'YES', address: '10.*', usersrc: 'NOACCESS' })
  t.is(find({ type: 'BLOCKUSER' }).warn, 'YES')
  t.is(find({ userSource: 'MAP' }).warn, 'NO')
  t.deepEqual(find({ userSource: 'CHANNEL' }), {
    descr: '',
    warn: 'NO',
    address: '10.*',
    usersrc: 'CHANNEL',
    chckclnt: 'ASQMGR',
  })
})
