/** Defines the kinds of objects that have one type: listeners, namelists, processes, services, COMMINFO and policies. */
import type { AttributeValue } from '../../types/connection.ts'
import type { ObjectKind } from '../../types/services.ts'
import {
  type AttributeType,
  choiceType,
  flagPairType,
  integerType,
  listType,
  nameType,
  textType,
} from './attribute-types.ts'
import {
  type AttributeDefinition,
  alterationAttributes,
  attribute,
  displayedAttribute,
  type ObjectDefinition,
} from './object-definition.ts'

/** An attribute that DEFINE and ALTER accept, with its initial value. */
type Row = readonly [keyword: string, value: AttributeType, initial: AttributeValue, more?: { required?: true }]

/** Attributes for transports that this platform does not have. No object has them. */
const otherTransports = [
  displayedAttribute('ADAPTER', [], integerType(0, 255)),
  displayedAttribute('COMMANDS', [], integerType(0, 255)),
  displayedAttribute('LOCLNAME', [], textType(16)),
  displayedAttribute('NTBNAMES', [], integerType(0, 255)),
  displayedAttribute('SESSIONS', [], integerType(0, 255)),
  displayedAttribute('SOCKET', [], integerType(0, 65_535)),
  displayedAttribute('TPNAME', [], textType(64)),
]

const description: Row = ['DESCR', textType(64), '']
const control: Row = ['CONTROL', choiceType('MANUAL', 'QMGR', 'STARTONLY'), 'MANUAL']
const path = textType(255)

/** The ports for channels. */
export const listenerDefinition = define('listener', 'SYSTEM.DEFAULT.LISTENER.TCP', [
  ...rows(
    control,
    ['TRPTYPE', choiceType('TCP'), 'TCP', { required: true }],
    ['PORT', integerType(0, 65_535), 0],
    ['IPADDR', textType(48), ''],
    ['BACKLOG', integerType(0, 999_999_999), 0],
    description,
  ),
  ...alterationAttributes,
  ...otherTransports,
])

/** Names of other objects. */
export const namelistDefinition = define('namelist', 'SYSTEM.DEFAULT.NAMELIST', [
  displayedAttribute('NAMCOUNT', undefined, integerType(0, 256)),
  ...rows(['NAMES', listType(nameType(), 256), []], description),
  ...alterationAttributes,
])

const applications = ['CICS', 'DEF', 'DOS', 'IMS', 'MVS', 'NOTESAGENT', 'NSK', 'OPENVMS', 'OS2', 'OS400']

/** The applications that trigger monitors start. */
export const processDefinition = define('process', 'SYSTEM.DEFAULT.PROCESS', [
  ...rows(
    description,
    ['APPLTYPE', integerType(0, 999_999_999, ...applications, 'UNIX', 'VMS', 'WINDOWS', 'WINDOWSNT'), 'UNIX'],
    ['APPLICID', textType(256), ''],
    ['ENVRDATA', textType(128), ''],
    ['USERDATA', textType(128), ''],
  ),
  ...alterationAttributes,
])

/** The programs that run beside the queue manager. */
export const serviceDefinition = define('service', 'SYSTEM.DEFAULT.SERVICE', [
  ...rows(
    control,
    ['SERVTYPE', choiceType('COMMAND', 'SERVER'), 'COMMAND'],
    ['STARTCMD', path, ''],
    ['STARTARG', path, ''],
    ['STOPCMD', path, ''],
    ['STOPARG', path, ''],
    ['STDOUT', path, ''],
    ['STDERR', path, ''],
    description,
  ),
  ...alterationAttributes,
])

/** Multicast communication. */
export const comminfoDefinition: ObjectDefinition = {
  ...define('comminfo', 'SYSTEM.DEFAULT.COMMINFO.MULTICAST', [
    ...rows(
      description,
      ['GRPADDR', textType(48), '239.0.0.0'],
      ['PORT', integerType(0, 65_535), 1414],
      ['MCHBINT', integerType(0, 999_999), 2000],
      ['MCPROP', choiceType('ALL', 'NONE', 'REPLY', 'USER', 'COMPAT'), 'ALL'],
      ['MONINT', integerType(0, 999_999), 60],
      ['MSGHIST', integerType(-1, 999_999_999), 100],
      ['NSUBHIST', choiceType('ALL', 'NONE'), 'NONE'],
      ['BRIDGE', choiceType('ENABLED', 'DISABLED'), 'ENABLED'],
      ['CCSID', integerType(1, 65_535, 'ASPUB'), 'ASPUB'],
      ['ENCODING', choiceType('ASPUB', 'NORMAL', 'REVERSED', 'S390', 'TNS'), 'ASPUB'],
      ['COMMEV', choiceType('DISABLED', 'ENABLED', 'EXCEPTION'), 'DISABLED'],
    ),
    ...alterationAttributes,
  ]),
  typeKeyword: 'TYPE',
  types: ['MULTICAST'],
}

const distinguishedNames = listType(textType(1024), 256)

/** Security policies (Advanced Message Security), named like their queues. `mqi/object-access.ts` enforces them. */
export const policyDefinition = define(
  'policy',
  undefined,
  rows(
    ['SIGNALG', choiceType('NONE', 'MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512'), 'NONE'],
    ['ENCALG', choiceType('NONE', 'RC2', 'DES', '3DES', 'AES128', 'AES256'), 'NONE'],
    ['SIGNER', distinguishedNames, []],
    ['RECIP', distinguishedNames, []],
    ['KEYREUSE', integerType(1, 9_999_999, 'DISABLED', 'UNLIMITED'), 'DISABLED'],
    ['TOLERATE', flagPairType, 'NO'],
  ),
)

function define(
  kind: ObjectKind,
  defaultObject: string | undefined,
  attributes: readonly AttributeDefinition[],
): ObjectDefinition {
  const key = kind.toUpperCase()
  const named = defaultObject === undefined ? {} : { defaultObject: () => defaultObject }
  return { kind, key, types: [key], name: nameType(), attributes, ...named }
}

function rows(...all: readonly Row[]): AttributeDefinition[] {
  return all.map(([keyword, value, initial, more]) => attribute(keyword, undefined, value, initial, more))
}
