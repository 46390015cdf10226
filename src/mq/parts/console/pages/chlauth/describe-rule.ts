/** Describes channel authentication rules in words. */
import { t } from '../../../../../shared/ui/text/t.ts'
import { type ChannelRule, isBlocking, isMapping, type RuleKey, type RuleType } from './channel-rule.ts'

export const typeTitles: Readonly<Record<RuleType, string>> = {
  ADDRESSMAP: t('Address'),
  USERMAP: t('Client user'),
  QMGRMAP: t('Queue manager', {}, 'rule'),
  SSLPEERMAP: t('Certificate'),
  BLOCKUSER: t('Blocked users'),
  BLOCKADDR: t('Blocked addresses'),
}

export const typeSummaries: Readonly<Record<RuleType, string>> = {
  ADDRESSMAP: t('Decides by the IP address or host name.'),
  USERMAP: t('Decides by the user that a client states.'),
  QMGRMAP: t('Decides by the queue manager that connects.'),
  SSLPEERMAP: t('Decides by the certificate of the caller.'),
  BLOCKUSER: t('Rejects users, whatever other rules allow.'),
  BLOCKADDR: t('Rejects addresses before any channel starts.'),
}

export const keyLabels: Readonly<Record<RuleKey, string>> = {
  address: t('IP address or host name'),
  clientUser: t('Client user'),
  queueManager: t('Queue manager'),
  certificate: t('Subject of the certificate'),
  issuer: t('Issuer of the certificate'),
}

export const sourceTitles: Readonly<Record<ChannelRule['userSource'], string>> = {
  MAP: t('Run as a user of the queue manager'),
  CHANNEL: t('Keep the user of the channel or client'),
  NOACCESS: t('Reject'),
}

/** Returns who a rule is about: `10.0.0.*, client user app`. */
export function describeCallers(rule: ChannelRule): string {
  if (!isMapping(rule)) return rule.list.map(describeListed).join(', ')
  const { address, clientUser: user, queueManager, certificate, issuer } = rule
  return [
    user && t('client user {user}', { user }),
    queueManager && t('queue manager {queueManager}', { queueManager }),
    certificate && t('certificate {certificate}', { certificate }),
    issuer && t('issued by {issuer}', { issuer }),
    address && (rule.type === 'ADDRESSMAP' ? address : t('from {address}', { address })),
  ]
    .filter((each) => each !== '')
    .join(', ')
}

/** Returns what a rule does with its callers. */
export function describeDecision(rule: ChannelRule): string {
  if (isBlocking(rule)) return rule.isWarning ? t('Allowed, with a warning in the log') : t('Rejected')
  const passwords = passwordTexts[rule.passwordCheck]
  const decision =
    rule.userSource === 'MAP' ? t('Runs as {user}', { user: rule.user }) : t('Keeps the user of the channel or client')
  return passwords ? `${decision}; ${passwords}` : decision
}

const passwordTexts = {
  ASQMGR: '',
  NONE: t('no password needed'),
  REQDADM: t('privileged users need a password'),
  REQUIRED: t('a password is required'),
} as const

function describeListed(each: string): string {
  return each === '*MQADMIN' ? t('privileged users (*MQADMIN)') : each
}
