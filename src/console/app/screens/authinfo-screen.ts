/** The screen of authentication information objects: how passwords are checked, and where revoked certificates are. */
import { t } from '../../../ui/text/t.ts'
import { alteredColumn, buildEnumColumn, descriptionColumn, nameColumn } from './columns.ts'
import type { ObjectScreen } from './object-screen.ts'

const types = {
  IDPWOS: t('User IDs of the system'),
  IDPWLDAP: t('User IDs in LDAP'),
  CRLLDAP: t('Revocation lists in LDAP'),
  OCSP: 'OCSP',
}

export const authinfoScreen: ObjectScreen = {
  section: 'authinfos',
  plural: t('authentication information objects'),
  singular: t('authentication information object'),
  kind: 'authinfo',
  qualifier: 'authinfo',
  key: 'authinfo',
  typeKey: 'authtype',
  authority: 'AUTHINFO',

  types: [
    buildType('IDPWOS', t('Checks user IDs and passwords of the MQ web server.'), ['DESCR', 'CHCKCLNT', 'ADOPTCTX']),
    buildType(
      'IDPWLDAP',
      t('Checks user IDs and passwords in an LDAP directory.'),
      ['CONNAME', 'SHORTUSR', 'BASEDNU', 'CHCKCLNT', 'DESCR'],
      ['CONNAME', 'SHORTUSR'],
    ),
    buildType('CRLLDAP', t('Reads revocation lists from an LDAP directory.'), ['CONNAME', 'DESCR'], ['CONNAME']),
    buildType('OCSP', t('Asks an OCSP responder about certificates.'), ['OCSPURL', 'DESCR'], ['OCSPURL']),
  ],

  columns: [
    nameColumn,
    buildEnumColumn('authtype', t('Type'), types),
    { id: 'conname', title: t('Connection name'), keyword: 'conname' },
    { id: 'chckclnt', title: t('Clients'), keyword: 'chckclnt' },
    { id: 'chcklocl', title: t('Local applications'), keyword: 'chcklocl', optional: true },
    { id: 'ocspurl', title: t('Responder URL'), keyword: 'ocspurl', optional: true },
    descriptionColumn,
    alteredColumn,
  ],

  actions: [],
  tabs: () => ['properties', 'authority'],
}

function buildType(
  type: keyof typeof types,
  summary: string,
  basics: readonly string[],
  required: readonly string[] = [],
) {
  const parameters = { authtype: type }
  return { type, title: types[type], summary, qualifier: 'authinfo', parameters, basics, required }
}
