/**
 * Channel authentication records: who may start which channel, and as whom.
 *
 * A record has no name: it is known by its profile, its type and what that type looks at.
 */
import { type Attributes, altered, type Kind, row } from './kind.ts'
import { choice, list, text } from './values.ts'

const all = undefined
const mapping = ['ADDRESSMAP', 'SSLPEERMAP', 'USERMAP', 'QMGRMAP']
const initial = ''

export const chlauth: Kind = {
  kind: 'chlauth',
  key: 'CHLAUTH',
  typeKeyword: 'TYPE',
  types: ['BLOCKUSER', 'BLOCKADDR', ...mapping],
  name: text(20),

  attributes: [
    row('DESCR', all, text(64), ''),
    row('CUSTOM', all, text(128), ''),
    row('SSLPEER', ['SSLPEERMAP'], text(1024), initial),
    row('SSLCERTI', ['SSLPEERMAP'], text(1024), initial),
    row('CLNTUSER', ['USERMAP'], text(64), initial),
    row('QMNAME', ['QMGRMAP'], text(48), initial),
    row('ADDRESS', mapping, text(264), initial),
    row('ADDRLIST', ['BLOCKADDR'], list(text(264), 256), []),
    row('USERLIST', ['BLOCKUSER'], list(text(64), 100), []),
    row('MCAUSER', mapping, text(64), initial),
    row('USERSRC', mapping, choice('MAP', 'NOACCESS', 'CHANNEL'), 'MAP'),
    row('CHCKCLNT', mapping, choice('ASQMGR', 'NONE', 'REQDADM', 'REQUIRED'), 'ASQMGR'),
    row('WARN', all, choice('NO', 'YES'), 'NO'),
    ...altered,
  ],

  required: (type) =>
    keysOf(type)
      .slice(0, 1)
      .map((keyword) => [keyword]),
  check: ({ USERSRC: source, MCAUSER: user }, type) =>
    mapping.includes(type) && (source === 'MAP') !== (user !== '')
      ? 'MCAUSER goes with USERSRC(MAP), and only with it'
      : undefined,
}

/** The attributes that tell records of one profile and type apart; the first one must be given. */
export function keysOf(type: string): readonly string[] {
  switch (type) {
    case 'ADDRESSMAP':
      return ['ADDRESS']
    case 'SSLPEERMAP':
      return ['SSLPEER', 'SSLCERTI', 'ADDRESS']
    case 'USERMAP':
      return ['CLNTUSER', 'ADDRESS']
    case 'QMGRMAP':
      return ['QMNAME', 'ADDRESS']
    default:
      return [] // one record of each blocking type per profile
  }
}

/** The name under which a record is kept. */
export function recordName(profile: string, type: string, attributes: Attributes): string {
  return JSON.stringify([profile, type, ...keysOf(type).map((key) => attributes[key] ?? '')])
}
