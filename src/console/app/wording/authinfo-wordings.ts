/** The texts for the attributes of authentication information objects. */
import { t } from '../../../ui/text/t.ts'
import type { AttributeWordings } from './definition-wordings.ts'

const general = t('General')
const checks = t('Checks')
const directory = t('Directory')
const statistics = t('Statistics')

export const authinfoWordings: AttributeWordings = {
  DESCR: [t('Description'), general, t('A note for administrators of the object.')],
  CONNAME: [t('Connection name'), general, t('Host names of the LDAP server, each with its port in parentheses.')],
  OCSPURL: [t('Responder URL'), general, t('The URL of the OCSP responder.')],
  CHCKCLNT: [t('Check clients'), checks, t('Whether client applications must send a user ID and a password.')],
  CHCKLOCL: [t('Check local applications'), checks, t('Whether local applications must send a password.')],
  ADOPTCTX: [t('Adopt the user'), checks, t('Whether the checked user ID is used for authority checks.')],
  FAILDLAY: [t('Failure delay'), checks, t('The delay in seconds before a failed check is reported.')],
  AUTHENMD: [t('Method'), checks, t('How the operating system checks passwords.')],
  AUTHORMD: [t('Group search'), directory, t('How the groups of a user are found.')],
  LDAPUSER: [t('User for the directory'), directory, t('The distinguished name with which the queue manager logs in.')],
  LDAPPWD: [t('Password for the directory'), directory, t('It is never displayed.')],
  SECCOMM: ['TLS', directory, t('Whether the connection to the directory uses TLS.')],
  BASEDNU: [t('Base of users'), directory, t('The distinguished name below which users are searched.')],
  BASEDNG: [t('Base of groups'), directory, t('The distinguished name below which groups are searched.')],
  CLASSUSR: [t('Class of users'), directory, t('The object class of user entries.')],
  CLASSGRP: [t('Class of groups'), directory, t('The object class of group entries.')],
  USRFIELD: [t('User field'), directory, t('The attribute that a user ID without an attribute name is compared with.')],
  SHORTUSR: [t('Short user field'), directory, t('The attribute that contains the short user ID.')],
  GRPFIELD: [t('Group field'), directory, t('The attribute that contains the name of a group.')],
  FINDGRP: [t('Membership field'), directory, t('The attribute that contains the members of a group.')],
  NESTGRP: [t('Nested groups'), directory, t('Whether groups of groups are searched.')],
  ALTDATE: [t('Altered on'), statistics, ''],
  ALTTIME: [t('Altered at'), statistics, ''],
}
