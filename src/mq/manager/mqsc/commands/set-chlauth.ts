/** SET CHLAUTH adds, replaces and removes channel authentication records. */
import { choiceType } from '../../objects/definitions/attribute-types.ts'
import { buildChlauthName, identifyingAttributes } from '../../objects/definitions/chlauth.ts'
import { type AttributeValues, initialAttributes } from '../../objects/definitions/object-definition.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import type { ObjectRecord } from '../../types/services.ts'
import {
  attributeArguments,
  type CommandContext,
  type CommandHandler,
  listItems,
  saveObject,
  succeed,
  textArgument,
} from '../command/command.ts'
import { checkAttributesApply, checkRequiredAttributes } from '../command/complete-attributes.ts'
import { requireAuthority } from '../command/subject.ts'
import { CommandError } from '../language/messages.ts'

const kind = objectDefinitions.chlauth
const lists: Readonly<Record<string, 'USERLIST' | 'ADDRLIST'>> = { BLOCKUSER: 'USERLIST', BLOCKADDR: 'ADDRLIST' }

export const setChannelAuthentication: CommandHandler = {
  grammar: {
    name: 'required',
    nameValue: kind.name,
    arguments: [
      { keyword: 'TYPE', value: choiceType(...kind.types), required: true },
      { keyword: 'ACTION', value: choiceType('ADD', 'REPLACE', 'REMOVE', 'REMOVEALL') },
      ...kind.attributes.filter(({ access }) => access === 'set'),
    ],
  },

  async run(call) {
    requireAuthority(call, 'chlauth', call.runtime.name, 'CHG')
    const type = textArgument(call, 'TYPE') as string
    const given = attributeArguments(call, ['TYPE', 'ACTION'])
    checkAttributesApply(kind, type, given)
    if (type === 'BLOCKADDR' && call.name !== '*')
      throw new CommandError('AMQ8403E', 'a BLOCKADDR record is for every channel: its profile is *')

    const list = lists[type]
    if (textArgument(call, 'ACTION') === 'REMOVEALL') await removeAll(call, type)
    else if (list) await changeList(call, type, list, given)
    else await changeMapping(call, type, given)
    return succeed('AMQ8877I')
  },
}

/** Removes every record of the profile and type, whatever its keys are. */
async function removeAll(call: CommandContext, type: string): Promise<void> {
  const { objects } = call.runtime
  const records = objects
    .list('chlauth')
    .filter((record) => record.type === type && record.attributes.CHLAUTH === call.name)
  for (const { name } of records) await objects.remove('chlauth', name)
}

/** A blocking record holds one list. ADD and REMOVE change items, REPLACE replaces the list. */
async function changeList(
  call: CommandContext,
  type: string,
  list: 'USERLIST' | 'ADDRLIST',
  given: AttributeValues,
): Promise<void> {
  const items = listItems(given[list])
  if (items.length === 0) throw new CommandError('AMQ8422E', list)
  const known = find(call, type, given)
  const before = listItems(known?.attributes[list])

  switch (textArgument(call, 'ACTION')) {
    case 'REMOVE': {
      const rest = before.filter((item) => !items.includes(item))
      if (!known || rest.length === before.length) throw notFound()
      if (rest.length === 0) await call.runtime.objects.remove('chlauth', known.name)
      else await keep(call, type, { ...known.attributes, [list]: rest }, known)
      return
    }
    case 'REPLACE':
      await keep(call, type, { ...initialAttributes(kind, type), ...given }, known)
      return
    default: {
      const whole = [...new Set([...before, ...items])]
      await keep(call, type, { ...initialAttributes(kind, type), ...known?.attributes, ...given, [list]: whole }, known)
    }
  }
}

async function changeMapping(call: CommandContext, type: string, given: AttributeValues): Promise<void> {
  const missing = identifyingAttributes(type)
    .slice(0, 1)
    .find((key) => !given[key])
  if (missing) throw new CommandError('AMQ8422E', missing)
  const known = find(call, type, given)
  const action = textArgument(call, 'ACTION') ?? 'ADD'

  if (action === 'REMOVE') {
    if (!known) throw notFound()
    await call.runtime.objects.remove('chlauth', known.name)
    return
  }
  // 3337: MQRCCF_CHLAUTH_ALREADY_EXISTS
  if (action === 'ADD' && known) throw new CommandError('AMQ8150E', undefined, { reasonCode: 3337 })

  const attributes = { ...initialAttributes(kind, type), ...given }
  checkRequiredAttributes(kind, type, attributes)
  await keep(call, type, attributes, known)
}

function find(call: CommandContext, type: string, given: AttributeValues): ObjectRecord | undefined {
  return call.runtime.objects.find('chlauth', buildChlauthName(call.name as string, type, given))
}

async function keep(
  call: CommandContext,
  type: string,
  attributes: AttributeValues,
  known: ObjectRecord | undefined,
): Promise<void> {
  const profile = call.name as string
  const name = buildChlauthName(profile, type, attributes)
  await saveObject(call, { kind: 'chlauth', name, type, attributes: { ...attributes, CHLAUTH: profile } }, known)
}

function notFound(): CommandError {
  return new CommandError('AMQ8884E', 'Channel authentication')
}
