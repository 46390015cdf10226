/** Channel authentication records: who may start which channel as which user. They have keys, not names. */
import { choiceType, listType, textType } from './attribute-types.ts'
import { type AttributeValues, alterationAttributes, attribute, type ObjectDefinition } from './object-definition.ts'

const all = undefined
const mapping = ['ADDRESSMAP', 'SSLPEERMAP', 'USERMAP', 'QMGRMAP']
const initial = ''

export const chlauthDefinition: ObjectDefinition = {
  kind: 'chlauth',
  key: 'CHLAUTH',
  typeKeyword: 'TYPE',
  types: ['BLOCKUSER', 'BLOCKADDR', ...mapping],
  name: textType(20),

  attributes: [
    attribute('DESCR', all, textType(64), ''),
    attribute('CUSTOM', all, textType(128), ''),
    attribute('SSLPEER', ['SSLPEERMAP'], textType(1024), initial),
    attribute('SSLCERTI', ['SSLPEERMAP'], textType(1024), initial),
    attribute('ADDRESS', mapping, textType(264), initial),
    attribute('CLNTUSER', ['USERMAP'], textType(64), initial),
    attribute('QMNAME', ['QMGRMAP'], textType(48), initial),
    attribute('ADDRLIST', ['BLOCKADDR'], listType(textType(264), 256), []),
    attribute('USERLIST', ['BLOCKUSER'], listType(textType(64), 100), []),
    attribute('MCAUSER', mapping, textType(64), initial),
    attribute('USERSRC', mapping, choiceType('MAP', 'NOACCESS', 'CHANNEL'), 'MAP'),
    attribute('CHCKCLNT', mapping, choiceType('ASQMGR', 'NONE', 'REQDADM', 'REQUIRED'), 'ASQMGR'),
    attribute('WARN', all, choiceType('NO', 'YES'), 'NO'),
    ...alterationAttributes,
  ],

  required: (type) =>
    identifyingAttributes(type)
      .slice(0, 1)
      .map((keyword) => [keyword]),
  check: ({ USERSRC: source, MCAUSER: user }, type) =>
    mapping.includes(type) && (source === 'MAP') !== (user !== '')
      ? 'MCAUSER goes with USERSRC(MAP), and only with it'
      : undefined,
}

/** Returns the attributes that distinguish records with the same profile and type. The first one is required. */
export function identifyingAttributes(type: string): readonly string[] {
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
      return [] // each profile has one record of each blocking type
  }
}

/** Returns the name under which the catalog stores a record. */
export function buildChlauthName(profile: string, type: string, attributes: AttributeValues): string {
  return JSON.stringify([profile, type, ...identifyingAttributes(type).map((key) => attributes[key] ?? '')])
}
