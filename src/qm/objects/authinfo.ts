/** Authentication information: how passwords are checked and where revoked certificates are listed. */
import { altered, type Kind, row } from './kind.ts'
import { choice, integer, name, secret, text } from './values.ts'

const all = undefined
const crl = 'CRLLDAP'
const ocsp = 'OCSP'
const local = 'IDPWOS'
const ldap = 'IDPWLDAP'
const passwords = [local, ldap]
const directories = [crl, ldap]
const yesNo = choice('YES', 'NO')
const whenChecked = choice('NONE', 'OPTIONAL', 'REQUIRED', 'REQDADM')

export const authinfo: Kind = {
  kind: 'authinfo',
  key: 'AUTHINFO',
  typeKeyword: 'AUTHTYPE',
  types: [crl, ocsp, local, ldap],
  name: name(),

  attributes: [
    row('ADOPTCTX', passwords, yesNo, 'YES'),
    row('DESCR', all, text(64), ''),
    row('CONNAME', directories, text(264), ''),
    row('CHCKCLNT', [local], whenChecked, 'REQDADM'),
    row('CHCKCLNT', [ldap], whenChecked, 'REQUIRED'),
    row('CHCKLOCL', passwords, whenChecked, 'OPTIONAL'),
    row('CLASSGRP', [ldap], text(128), ''),
    row('CLASSUSR', [ldap], text(128), ''),
    row('FAILDLAY', passwords, integer(0, 60), 1),
    row('FINDGRP', [ldap], text(128), ''),
    row('AUTHENMD', [local], choice('OS', 'PAM'), 'OS'),
    row('AUTHORMD', [ldap], choice('OS', 'SEARCHGRP', 'SEARCHUSR', 'SRCHGRPSN'), 'OS'),
    row('BASEDNG', [ldap], text(1024), ''),
    row('BASEDNU', [ldap], text(1024), ''),
    row('GRPFIELD', [ldap], text(128), ''),
    row('LDAPUSER', directories, text(1024), ''),
    row('LDAPPWD', directories, secret(256), ''),
    row('NESTGRP', [ldap], yesNo, 'NO'),
    row('OCSPURL', [ocsp], text(256), ''),
    row('SECCOMM', [ldap], choice('YES', 'NO', 'ANON'), 'NO'),
    row('SHORTUSR', [ldap], text(128), ''),
    row('USRFIELD', [ldap], text(128), ''),
    ...altered,
  ],

  defaultObject: (type) => `SYSTEM.DEFAULT.AUTHINFO.${type}`,
  required: (type) => needed[type] ?? [],
}

const needed: Record<string, readonly (readonly string[])[]> = {
  [crl]: [['CONNAME']],
  [ocsp]: [['OCSPURL']],
  [ldap]: [['CONNAME'], ['SHORTUSR']],
}
