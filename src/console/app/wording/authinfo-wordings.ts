/** The texts for the attributes of authentication information objects. */
import type { AttributeWordings } from './attribute-wordings.ts'

const general = 'General'
const checks = 'Checks'
const directory = 'Directory'
const statistics = 'Statistics'

export const authinfoWordings: AttributeWordings = {
  DESCR: ['Description', general, 'A note for administrators of the object.'],
  CONNAME: ['Connection name', general, 'Host names of the LDAP server, each with its port in parentheses.'],
  OCSPURL: ['Responder URL', general, 'The URL of the OCSP responder.'],
  CHCKCLNT: ['Check clients', checks, 'Whether client applications must send a user ID and a password.'],
  CHCKLOCL: ['Check local applications', checks, 'Whether local applications must send a password.'],
  ADOPTCTX: ['Adopt the user', checks, 'Whether the checked user ID is used for authority checks.'],
  FAILDLAY: ['Failure delay', checks, 'The delay in seconds before a failed check is reported.'],
  AUTHENMD: ['Method', checks, 'How the operating system checks passwords.'],
  AUTHORMD: ['Group search', directory, 'How the groups of a user are found.'],
  LDAPUSER: [
    'User for the directory',
    directory,
    'The distinguished name with which the queue manager logs in.',
  ],
  LDAPPWD: ['Password for the directory', directory, 'It is never displayed.'],
  SECCOMM: ['TLS', directory, 'Whether the connection to the directory uses TLS.'],
  BASEDNU: ['Base of users', directory, 'The distinguished name below which users are searched.'],
  BASEDNG: ['Base of groups', directory, 'The distinguished name below which groups are searched.'],
  CLASSUSR: ['Class of users', directory, 'The object class of user entries.'],
  CLASSGRP: ['Class of groups', directory, 'The object class of group entries.'],
  USRFIELD: [
    'User field',
    directory,
    'The attribute that a user ID without an attribute name is compared with.',
  ],
  SHORTUSR: ['Short user field', directory, 'The attribute that contains the short user ID.'],
  GRPFIELD: ['Group field', directory, 'The attribute that contains the name of a group.'],
  FINDGRP: ['Membership field', directory, 'The attribute that contains the members of a group.'],
  NESTGRP: ['Nested groups', directory, 'Whether groups of groups are searched.'],
  ALTDATE: ['Altered on', statistics, ''],
  ALTTIME: ['Altered at', statistics, ''],
}
