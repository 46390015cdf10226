/** The screens of objects that are definitions only, without a status and actions: processes, namelists and services. */
import { t } from '../../../../../shared/ui/text/t.ts'
import {
  buildAction,
  buildEnumColumn,
  buildScreen,
  buildType,
  controlColumn,
  descriptionColumn,
} from './build-screen.ts'
import type { ObjectRow } from './object-screen.ts'

/** The screen of listeners: TCP ports that accept channel connections. */
export const listenerScreen = buildScreen({
  section: 'listeners',
  plural: t('listeners'),
  singular: t('listener'),
  kind: 'listener',
  status: { qualifier: 'lsstatus', key: 'listener' },
  types: [
    buildType('LISTENER', 'TCP', t('Waits on a TCP port.'), ['PORT', 'IPADDR', 'CONTROL', 'DESCR'], {
      parameters: { trptype: 'TCP' },
    }),
  ],
  columns: [
    {
      id: 'status',
      title: t('Status'),
      keyword: 'status',
      live: true,
      readValue: (row) => (isRunning(row) ? t('Running') : t('Stopped')),
      findColour: (row) => (isRunning(row) ? 'green' : 'gray'),
    },
    { id: 'port', title: t('Port'), keyword: 'port', numeric: true, ungrouped: true },
    { id: 'ipaddr', title: t('Address'), keyword: 'ipaddr' },
    controlColumn,
    descriptionColumn,
    { id: 'pid', title: t('Process'), keyword: 'pid', live: true, numeric: true, optional: true },
  ],
  actions: [
    buildAction('listener', {
      id: 'start',
      title: t('Start'),
      applies: (row) => !isRunning(row),
      done: t('Listener started'),
    }),
    buildAction('listener', {
      id: 'stop',
      title: t('Stop'),
      danger: true,
      applies: isRunning,
      done: t('Listener stopped'),
    }),
  ],
})

function isRunning(row: ObjectRow): boolean {
  return row.status.status !== undefined
}

const types = {
  IDPWOS: t('User IDs of the system'),
  IDPWLDAP: t('User IDs in LDAP'),
  CRLLDAP: t('Revocation lists in LDAP'),
  OCSP: 'OCSP',
}

/** The screen of authentication information objects: how passwords are checked, and where revoked certificates are. */
export const authinfoScreen = buildScreen({
  section: 'authinfos',
  plural: t('authentication information objects'),
  singular: t('authentication information object'),
  kind: 'authinfo',
  typeKey: 'authtype',
  types: [
    build('IDPWOS', t('Checks user IDs and passwords of the MQ web server.'), ['DESCR', 'CHCKCLNT', 'ADOPTCTX']),
    build(
      'IDPWLDAP',
      t('Checks user IDs and passwords in an LDAP directory.'),
      ['CONNAME', 'SHORTUSR', 'BASEDNU', 'CHCKCLNT', 'DESCR'],
      ['CONNAME', 'SHORTUSR'],
    ),
    build('CRLLDAP', t('Reads revocation lists from an LDAP directory.'), ['CONNAME', 'DESCR'], ['CONNAME']),
    build('OCSP', t('Asks an OCSP responder about certificates.'), ['OCSPURL', 'DESCR'], ['OCSPURL']),
  ],
  columns: [
    buildEnumColumn('authtype', t('Type'), types),
    { id: 'conname', title: t('Connection name'), keyword: 'conname' },
    { id: 'chckclnt', title: t('Clients'), keyword: 'chckclnt' },
    { id: 'chcklocl', title: t('Local applications'), keyword: 'chcklocl', optional: true },
    { id: 'ocspurl', title: t('Responder URL'), keyword: 'ocspurl', optional: true },
    descriptionColumn,
  ],
})

function build(type: keyof typeof types, summary: string, basics: readonly string[], required: readonly string[] = []) {
  return buildType(type, types[type], summary, basics, {
    qualifier: 'authinfo',
    parameters: { authtype: type },
    required,
  })
}

export const processScreen = buildScreen({
  section: 'processes',
  plural: t('processes'),
  singular: t('process'),
  kind: 'process',
  types: [
    buildType('PROCESS', t('Process'), t('An application that a trigger monitor starts.'), [
      'APPLICID',
      'APPLTYPE',
      'USERDATA',
      'DESCR',
    ]),
  ],
  columns: [
    { id: 'applicid', title: t('Application'), keyword: 'applicid' },
    { id: 'appltype', title: t('Type'), keyword: 'appltype' },
    { id: 'userdata', title: t('User data'), keyword: 'userdata', optional: true },
    descriptionColumn,
  ],
})

export const namelistScreen = buildScreen({
  section: 'namelists',
  plural: t('namelists'),
  singular: t('namelist'),
  kind: 'namelist',
  types: [buildType('NAMELIST', t('Namelist'), t('Names of other objects.'), ['NAMES', 'DESCR'])],
  columns: [
    { id: 'namcount', title: t('Number of names'), keyword: 'namcount', numeric: true },
    { id: 'names', title: t('Names'), keyword: 'names' },
    descriptionColumn,
  ],
})

export const serviceScreen = buildScreen({
  section: 'services',
  plural: t('services'),
  singular: t('service'),
  kind: 'service',
  types: [
    buildType('SERVICE', t('Service'), t('A program that runs beside the queue manager.'), [
      'STARTCMD',
      'STARTARG',
      'CONTROL',
      'SERVTYPE',
      'DESCR',
    ]),
  ],
  columns: [
    { id: 'startcmd', title: t('Command'), keyword: 'startcmd' },
    controlColumn,
    buildEnumColumn('servtype', t('Type')),
    descriptionColumn,
  ],
})
