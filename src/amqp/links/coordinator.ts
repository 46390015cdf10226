/** The link on which a client declares and discharges transactions, AMQP 1.0 part 4. */

import { readSections } from '../messages/sections.ts'
import { AmqpError, toAmqpError } from '../protocol/errors.ts'
import type { RheaLink } from '../protocol/rhea-types.ts'
import { settleIncoming } from '../protocol/settle.ts'
import { descriptorOf, fieldsOf } from '../protocol/states.ts'
import type { Typed } from '../protocol/value-types.ts'
import type { Link, LinkContext } from './link-context.ts'

const coordinatorCode = 0x30
const credit = 100

const declareDescriptors = new Set(['49', 'amqp:declare:list'])
const dischargeDescriptors = new Set(['50', 'amqp:discharge:list'])

export function openCoordinator(link: RheaLink, context: LinkContext): Link {
  const { rhea, states, transactions, reportError } = context
  const { types } = rhea
  const declared = new Set<string>()

  async function run(message: Buffer): Promise<Typed> {
    const request = readRequest(message)
    const descriptor = descriptorOf(request) ?? ''
    if (declareDescriptors.has(descriptor)) {
      const id = transactions.declare()
      declared.add(id)
      return states.declared(id)
    }
    if (!dischargeDescriptors.has(descriptor)) {
      throw new AmqpError('amqp:not-implemented', 'a coordinator accepts the messages declare and discharge')
    }
    const [id, fail] = fieldsOf(request) as readonly Typed[]
    const hex = Buffer.isBuffer(id?.value) ? id.value.toString('hex') : ''
    await transactions.discharge(hex, { isFailed: Boolean(fail?.value) })
    declared.delete(hex)
    return states.accepted
  }

  /** Returns the described list in the body of a message. */
  function readRequest(message: Buffer): Typed | undefined {
    for (const { name, bytes } of readSections(types, message)) {
      if (name !== 'value') continue
      const reader = new types.Reader(bytes)
      reader.skip(1) // the mark of a described value; its descriptor follows
      reader.read()
      return reader.read()
    }
    return undefined
  }

  link.local.attach.target = types.described(types.wrap_ulong(coordinatorCode), types.wrap_list([]))
  link.add_credit(credit)

  return {
    receive({ bytes, delivery }) {
      run(bytes).then(
        (state) => {
          settleIncoming(link.session, delivery, state)
          link.add_credit(1)
        },
        (error: unknown) => {
          settleIncoming(link.session, delivery, states.rejected(toAmqpError(error)))
          link.add_credit(1)
          reportError(error)
        },
      )
    },
    end: () => void transactions.backOut(declared).catch(reportError),
  }
}
