/** A channel authentication rule (CHLAUTH), the keys of its type, and its MQSC parameters. */
import type { ObjectAttributes } from '../../kit/api/mqsc.ts'

export const ruleTypes = ['ADDRESSMAP', 'USERMAP', 'QMGRMAP', 'SSLPEERMAP', 'BLOCKUSER', 'BLOCKADDR'] as const
export type RuleType = (typeof ruleTypes)[number]

/** Where a mapping rule takes the user from. */
type UserSource = 'MAP' | 'CHANNEL' | 'NOACCESS'
export type PasswordCheck = 'ASQMGR' | 'NONE' | 'REQDADM' | 'REQUIRED'

/** A rule with every attribute; those that its type does not have are empty. */
export interface ChannelRule {
  type: RuleType
  /** The channel name, which may be generic. */
  profile: string
  address: string
  clientUser: string
  queueManager: string
  certificate: string
  issuer: string
  /** The user ids of BLOCKUSER, or the addresses of BLOCKADDR. */
  list: readonly string[]
  userSource: UserSource
  user: string
  passwordCheck: PasswordCheck
  description: string
  /** Whether a rule that would reject only writes a warning. */
  isWarning: boolean
}

export const initialRule = parseRule({ type: 'ADDRESSMAP' })

/** The keys of a rule by its type, in the order of the form. The first one of a mapping rule is required. */
export const keysOfType: Readonly<Record<RuleType, readonly RuleKey[]>> = {
  ADDRESSMAP: ['address'],
  USERMAP: ['clientUser', 'address'],
  QMGRMAP: ['queueManager', 'address'],
  SSLPEERMAP: ['certificate', 'issuer', 'address'],
  BLOCKUSER: [],
  BLOCKADDR: [],
}

export type RuleKey = 'address' | 'clientUser' | 'queueManager' | 'certificate' | 'issuer'

/** The MQSC parameter of each key. */
const keyParameters: Readonly<Record<RuleKey, string>> = {
  address: 'address',
  clientUser: 'clntuser',
  queueManager: 'qmname',
  certificate: 'sslpeer',
  issuer: 'sslcerti',
}

export const ruleKeys = Object.keys(keyParameters) as RuleKey[]

/** Returns whether a rule maps callers to a user or rejects them, in contrast to a list of what is blocked. */
export function isMapping({ type }: Pick<ChannelRule, 'type'>): boolean {
  return keysOfType[type].length > 0
}

/** Returns whether a rule rejects its callers, or writes a warning about them. */
export function isBlocking(rule: Pick<ChannelRule, 'type' | 'userSource'>): boolean {
  return !isMapping(rule) || rule.userSource === 'NOACCESS'
}

/** Returns a text that identifies a rule: its profile, its type and its keys. */
export function buildRuleId(rule: ChannelRule): string {
  return JSON.stringify([rule.profile, rule.type, ...keysOfType[rule.type].map((key) => rule[key])])
}

/** Who connects. Empty texts for what the caller does not present. */
export type ChannelCaller = Pick<ChannelRule, RuleKey> & { channel: string }

/** Returns the MQSC parameters of those keys that are not empty. */
export function buildKeys(values: Pick<ChannelRule, RuleKey>, keys: readonly RuleKey[]): ObjectAttributes {
  const given = keys.filter((key) => values[key] !== '')
  return Object.fromEntries(given.map((key) => [keyParameters[key], values[key]]))
}

/** Returns the MQSC parameters of a rule: those of its type and decision, whatever else was entered before they were chosen. */
export function buildRuleParameters(rule: ChannelRule): ObjectAttributes {
  const common = { descr: rule.description, warn: isBlocking(rule) && rule.isWarning ? 'YES' : 'NO' }
  if (rule.type === 'BLOCKUSER') return { ...common, userlist: rule.list }
  if (rule.type === 'BLOCKADDR') return { ...common, addrlist: rule.list }
  return {
    ...common,
    ...buildKeys(rule, keysOfType[rule.type]),
    usersrc: rule.userSource,
    mcauser: rule.userSource === 'MAP' ? rule.user : undefined,
    chckclnt: rule.userSource === 'NOACCESS' ? undefined : rule.passwordCheck,
  }
}

/** Returns the rule of a DISPLAY CHLAUTH response. */
export function parseRule(parameters: ObjectAttributes): ChannelRule {
  const text = (keyword: string) => String(parameters[keyword] ?? '')
  const list = parameters.userlist ?? parameters.addrlist
  return {
    type: text('type') as RuleType,
    profile: text('chlauth'),
    address: text('address'),
    clientUser: text('clntuser'),
    queueManager: text('qmname'),
    certificate: text('sslpeer'),
    issuer: text('sslcerti'),
    list: Array.isArray(list) ? list : [list ?? []].flat().map(String),
    userSource: (text('usersrc') || 'MAP') as UserSource,
    user: text('mcauser'),
    passwordCheck: (text('chckclnt') || 'ASQMGR') as PasswordCheck,
    description: text('descr'),
    isWarning: text('warn') === 'YES',
  }
}
