/** SET POLICY and DELETE POLICY: how the messages of a queue must be protected. */
import { choiceType, singleFlagType } from '../../objects/definitions/attribute-types.ts'
import { type AttributeValues, initialAttributes } from '../../objects/definitions/object-definition.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import type { AttributeValue } from '../../types/connection.ts'
import { attributeArguments, hasArgument, listItems, saveObject, textArgument } from '../command/command.ts'
import { managerCommand, policyNotFoundError } from '../command/subject.ts'
import { CommandError, type MessageId } from '../language/messages.ts'

const kind = objectDefinitions.policy
const lists = ['SIGNER', 'RECIP'] as const

export const setPolicy = managerCommand(
  'CHG',
  {
    name: 'required',
    nameValue: kind.name,
    arguments: [
      { keyword: 'ACTION', value: choiceType('REPLACE', 'ADD', 'REMOVE') },
      { keyword: 'ENFORCE', value: singleFlagType },
      ...kind.attributes.map((each) => (each.value.comparison === 'list' ? { ...each, repeats: true } : each)),
      { keyword: 'TOLERATE', value: singleFlagType },
    ],
  },
  async (call): Promise<MessageId> => {
    const { objects } = call.runtime
    if (hasArgument(call, 'ENFORCE') && hasArgument(call, 'TOLERATE'))
      throw new CommandError('AMQ8403E', 'ENFORCE and TOLERATE exclude each other', { reasonCode: 3331 })
    const name = call.name as string
    const known = objects.find('policy', name)
    const action = textArgument(call, 'ACTION') ?? 'REPLACE'
    if (action !== 'REPLACE' && !known) throw policyNotFoundError(name)

    const given = attributeArguments(call, ['ACTION', 'ENFORCE'])
    const attributes =
      action === 'REPLACE'
        ? { ...initialAttributes(kind, 'POLICY'), ...given }
        : { ...known?.attributes, ...changedLists(known?.attributes ?? {}, given, action) }
    checkProtection(attributes)

    await saveObject(call, { kind: 'policy', name, type: 'POLICY', attributes }, known)
    return 'AMQ9085I'
  },
)

export const deletePolicy = managerCommand(
  'CHG',
  { name: 'required', nameValue: kind.name, arguments: [{ keyword: 'IGNSTATE', value: choiceType('YES', 'NO') }] },
  async (call): Promise<MessageId> => {
    const { objects } = call.runtime
    const name = call.name as string
    if (objects.find('policy', name)) await objects.remove('policy', name)
    else if (textArgument(call, 'IGNSTATE') !== 'YES') throw policyNotFoundError(name)
    return 'AMQ9087I'
  },
)

/** ADD and REMOVE apply to the lists of signers and recipients only; the other attributes are replaced. */
function changedLists(before: AttributeValues, given: AttributeValues, action: string): Record<string, AttributeValue> {
  const changed: Record<string, AttributeValue> = {}
  for (const keyword of lists) {
    const items = listItems(given[keyword])
    const held = listItems(before[keyword])
    changed[keyword] =
      action === 'ADD' ? [...new Set([...held, ...items])] : held.filter((item) => !items.includes(item))
  }
  return changed
}

function checkProtection({ SIGNALG: signing, ENCALG: encryption, SIGNER, RECIP, KEYREUSE }: AttributeValues): void {
  if (encryption !== 'NONE' && listItems(RECIP).length === 0)
    throw new CommandError('AMQ8422E', 'RECIP, for whom messages are encrypted', { reasonCode: 3333 })
  if (encryption === 'NONE' && listItems(RECIP).length > 0)
    throw new CommandError('AMQ8403E', 'RECIP goes with an ENCALG', { reasonCode: 3329 })
  if (signing === 'NONE' && listItems(SIGNER).length > 0)
    throw new CommandError('AMQ8403E', 'SIGNER goes with a SIGNALG', { reasonCode: 3330 })
  if (KEYREUSE !== 'DISABLED' && (signing !== 'NONE' || encryption === 'NONE'))
    throw new CommandError('AMQ8403E', 'KEYREUSE is for messages that are encrypted and not signed')
}
