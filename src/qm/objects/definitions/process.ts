/** Defines PROCESS objects, which describe the applications that trigger monitors start. */
import { integerType, nameType, textType } from './attribute-types.ts'
import { alterationAttributes, attribute, type ObjectDefinition } from './object-definition.ts'

const all = undefined
const applications = ['CICS', 'DEF', 'DOS', 'IMS', 'MVS', 'NOTESAGENT', 'NSK', 'OPENVMS', 'OS2', 'OS400']

export const processDefinition: ObjectDefinition = {
  kind: 'process',
  key: 'PROCESS',
  types: ['PROCESS'],
  name: nameType(),

  attributes: [
    attribute('DESCR', all, textType(64), ''),
    attribute(
      'APPLTYPE',
      all,
      integerType(0, 999_999_999, ...applications, 'UNIX', 'VMS', 'WINDOWS', 'WINDOWSNT'),
      'UNIX',
    ),
    attribute('APPLICID', all, textType(256), ''),
    attribute('ENVRDATA', all, textType(128), ''),
    attribute('USERDATA', all, textType(128), ''),
    ...alterationAttributes,
  ],

  defaultObject: () => 'SYSTEM.DEFAULT.PROCESS',
}
