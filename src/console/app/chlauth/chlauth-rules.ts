/** Channel authentication rules (CHLAUTH): loads, saves and deletes them, and finds the one that decides about a caller. */
import { displayObjects, type ObjectAttributes, runCommand } from '../api/mqsc.ts'

export const ruleTypes = ['ADDRESSMAP', 'USERMAP', 'QMGRMAP', 'SSLPEERMAP', 'BLOCKUSER', 'BLOCKADDR'] as const
export type RuleType = (typeof ruleTypes)[number]

/** Where a mapping rule takes the user from. */
export type UserSource = 'MAP' | 'CHANNEL' | 'NOACCESS'
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

export const initialRule: ChannelRule = {
  type: 'ADDRESSMAP',
  ...{ profile: '', address: '', clientUser: '', queueManager: '', certificate: '', issuer: '', list: [] },
  ...{ userSource: 'MAP', user: '', passwordCheck: 'ASQMGR', description: '', isWarning: false },
}

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

export async function loadChannelRules(
  manager: string,
  signal?: AbortSignal,
): Promise<readonly ChannelRule[]> {
  const responses = await displayObjects(
    manager,
    { qualifier: 'chlauth', name: '*', responseParameters: ['all'] },
    signal,
  )
  return responses.map(({ parameters = {} }) => parseRule(parameters))
}

export async function saveChannelRule(
  manager: string,
  rule: ChannelRule,
  before: ChannelRule | undefined,
): Promise<void> {
  const isSame = before !== undefined && buildRuleId(before) === buildRuleId(rule)
  await runSet(manager, rule, { action: isSame ? 'REPLACE' : 'ADD', ...buildValues(rule) })
  if (before && !isSame) await deleteChannelRule(manager, before)
}

export function deleteChannelRule(manager: string, rule: ChannelRule): Promise<void> {
  const isList = !isMapping(rule)
  return runSet(manager, rule, isList ? { action: 'REMOVEALL' } : { action: 'REMOVE', ...buildKeys(rule) })
}

/** Who connects. Empty texts for what the caller does not present. */
export type ChannelCaller = Pick<ChannelRule, RuleKey> & { channel: string }

/** Returns the rule that decides about a caller, or undefined when none matches. */
export async function findDecidingRule(
  manager: string,
  caller: ChannelCaller,
  signal?: AbortSignal,
): Promise<ChannelRule | undefined> {
  const responses = await displayObjects(
    manager,
    {
      ...{ qualifier: 'chlauth', name: caller.channel },
      parameters: { match: 'RUNCHECK', ...buildKeys(caller) },
    },
    signal,
  )
  const [found] = responses
  return found && parseRule(found.parameters ?? {})
}

function runSet(
  manager: string,
  { profile: name, type }: ChannelRule,
  more: ObjectAttributes,
): Promise<void> {
  return runCommand(manager, { command: 'set', qualifier: 'chlauth', name, parameters: { type, ...more } })
}

function buildKeys(keys: Pick<ChannelRule, RuleKey>): ObjectAttributes {
  const given = Object.entries(keyParameters).filter(([key]) => keys[key as RuleKey] !== '')
  return Object.fromEntries(given.map(([key, parameter]) => [parameter, keys[key as RuleKey]]))
}

function buildValues(rule: ChannelRule): ObjectAttributes {
  const common = { descr: rule.description, warn: rule.isWarning ? 'YES' : 'NO' }
  if (rule.type === 'BLOCKUSER') return { ...common, userlist: rule.list }
  if (rule.type === 'BLOCKADDR') return { ...common, addrlist: rule.list }
  return {
    ...common,
    ...buildKeys(rule),
    usersrc: rule.userSource,
    ...(rule.userSource === 'MAP' ? { mcauser: rule.user } : {}),
    ...(rule.userSource === 'NOACCESS' ? {} : { chckclnt: rule.passwordCheck }),
  }
}

function parseRule(parameters: ObjectAttributes): ChannelRule {
  const text = (keyword: string) => String(parameters[keyword] ?? '')
  const list = parameters.userlist ?? parameters.addrlist
  return {
    type: text('type') as RuleType,
    profile: text('chlauth'),
    ...{ address: text('address'), clientUser: text('clntuser'), queueManager: text('qmname') },
    ...{ certificate: text('sslpeer'), issuer: text('sslcerti') },
    list: Array.isArray(list) ? list : [list ?? []].flat().map(String),
    userSource: (text('usersrc') || 'MAP') as UserSource,
    user: text('mcauser'),
    passwordCheck: (text('chckclnt') || 'ASQMGR') as PasswordCheck,
    description: text('descr'),
    isWarning: text('warn') === 'YES',
  }
}
