/** Loads, saves and deletes channel authentication rules (CHLAUTH), and finds the one that decides about a caller. */
import { displayObjects, type ObjectAttributes, runCommand } from '../../kit/api/mqsc.ts'
import {
  buildKeys,
  buildRuleId,
  buildRuleParameters,
  type ChannelCaller,
  type ChannelRule,
  isMapping,
  keysOfType,
  parseRule,
  ruleKeys,
} from './channel-rule.ts'

export async function loadChannelRules(manager: string, signal?: AbortSignal): Promise<readonly ChannelRule[]> {
  const all = { qualifier: 'chlauth', name: '*', responseParameters: ['all'] }
  const responses = await displayObjects(manager, all, signal)
  return responses.map(({ parameters = {} }) => parseRule(parameters))
}

export async function saveChannelRule(
  manager: string,
  rule: ChannelRule,
  before: ChannelRule | undefined,
): Promise<void> {
  const isSame = before !== undefined && buildRuleId(before) === buildRuleId(rule)
  await runSet(manager, rule, { action: isSame ? 'REPLACE' : 'ADD', ...buildRuleParameters(rule) })
  if (before && !isSame) await deleteChannelRule(manager, before)
}

export function deleteChannelRule(manager: string, rule: ChannelRule): Promise<void> {
  const isList = !isMapping(rule)
  const keys = buildKeys(rule, keysOfType[rule.type])
  return runSet(manager, rule, isList ? { action: 'REMOVEALL' } : { action: 'REMOVE', ...keys })
}

/** Returns the rule that decides about a caller, or undefined when none matches. */
export async function findDecidingRule(
  manager: string,
  caller: ChannelCaller,
  signal?: AbortSignal,
): Promise<ChannelRule | undefined> {
  const parameters = { match: 'RUNCHECK', ...buildKeys(caller, ruleKeys) }
  const [found] = await displayObjects(manager, { qualifier: 'chlauth', name: caller.channel, parameters }, signal)
  return found && parseRule(found.parameters ?? {})
}

function runSet(manager: string, { profile: name, type }: ChannelRule, more: ObjectAttributes): Promise<void> {
  return runCommand(manager, { command: 'set', qualifier: 'chlauth', name, parameters: { type, ...more } })
}
