/** Defines AUTHINFO objects, which describe how passwords are checked and where revoked certificates are listed. */
import { choiceType, integerType, nameType, secretType, textType } from './attribute-types.ts'
import { alterationAttributes, attribute, type ObjectDefinition } from './object-definition.ts'

const all = undefined
const crl = 'CRLLDAP'
const ocsp = 'OCSP'
const local = 'IDPWOS'
const ldap = 'IDPWLDAP'
const passwords = [local, ldap]
const directories = [crl, ldap]
const yesNo = choiceType('YES', 'NO')
const whenChecked = choiceType('NONE', 'OPTIONAL', 'REQUIRED', 'REQDADM')

export const authinfoDefinition: ObjectDefinition = {
  kind: 'authinfo',
  key: 'AUTHINFO',
  typeKeyword: 'AUTHTYPE',
  types: [crl, ocsp, local, ldap],
  name: nameType(),

  attributes: [
    attribute('ADOPTCTX', passwords, yesNo, 'YES'),
    attribute('DESCR', all, textType(64), ''),
    attribute('CONNAME', directories, textType(264), ''),
    attribute('CHCKCLNT', [local], whenChecked, 'REQDADM'),
    attribute('CHCKCLNT', [ldap], whenChecked, 'REQUIRED'),
    attribute('CHCKLOCL', passwords, whenChecked, 'OPTIONAL'),
    attribute('CLASSGRP', [ldap], textType(128), ''),
    attribute('CLASSUSR', [ldap], textType(128), ''),
    attribute('FAILDLAY', passwords, integerType(0, 60), 1),
    attribute('FINDGRP', [ldap], textType(128), ''),
    attribute('AUTHENMD', [local], choiceType('OS', 'PAM'), 'OS'),
    attribute('AUTHORMD', [ldap], choiceType('OS', 'SEARCHGRP', 'SEARCHUSR', 'SRCHGRPSN'), 'OS'),
    attribute('BASEDNG', [ldap], textType(1024), ''),
    attribute('BASEDNU', [ldap], textType(1024), ''),
    attribute('GRPFIELD', [ldap], textType(128), ''),
    attribute('LDAPUSER', directories, textType(1024), ''),
    attribute('LDAPPWD', directories, secretType(256), ''),
    attribute('NESTGRP', [ldap], yesNo, 'NO'),
    attribute('OCSPURL', [ocsp], textType(256), ''),
    attribute('SECCOMM', [ldap], choiceType('YES', 'NO', 'ANON'), 'NO'),
    attribute('SHORTUSR', [ldap], textType(128), ''),
    attribute('USRFIELD', [ldap], textType(128), ''),
    ...alterationAttributes,
  ],

  inertTypes: {
    [ldap]: 'users of a directory are those of ldapRegistry in mqwebuser.xml, and CONNAUTH takes no such object',
  },
  defaultObject: (type) => `SYSTEM.DEFAULT.AUTHINFO.${type}`,
  required: (type) => needed[type] ?? [],
}

const needed: Record<string, readonly (readonly string[])[]> = {
  [crl]: [['CONNAME']],
  [ocsp]: [['OCSPURL']],
  [ldap]: [['CONNAME'], ['SHORTUSR']],
}
