/** The screen of authentication information objects: how passwords are checked, and where revoked certificates are. */

import { t } from '../../../ui/text/t.ts'
import { buildEnumColumn, buildScreen, buildType, descriptionColumn } from './build-screen.ts'

const types = {
  IDPWOS: t('User IDs of the system'),
  IDPWLDAP: t('User IDs in LDAP'),
  CRLLDAP: t('Revocation lists in LDAP'),
  OCSP: 'OCSP',
}

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
