/** The link on which a client declares and discharges transactions, AMQP 1.0 part 4. */

import { readSections } from '../messages/sections.ts'
import * as types from '../protocol/composites.ts'
import { AmqpError, toAmqpError } from '../protocol/errors.ts'
import { encodeComposite } from '../protocol/frames.ts'
import type { IncomingEndpoint } from '../protocol/incoming-endpoint.ts'
import {
  accepted,
  declared as declaredState,
  type EncodedState,
  fieldsOf,
  isDescribedAs,
  rejected,
} from '../protocol/states.ts'
import type { AmqpValue } from '../protocol/value-reader.ts'
import type { Link, LinkContext } from './link-context.ts'

const credit = 100

export function openCoordinator(link: IncomingEndpoint, context: LinkContext): Link {
  const { transactions, reportError } = context
  const declared = new Set<string>()

  async function run(message: Buffer): Promise<EncodedState> {
    const request = readRequest(message)
    if (isDescribedAs(request, 0x31, 'amqp:declare:list')) {
      const id = transactions.declare()
      declared.add(id)
      return declaredState(id)
    }
    if (!isDescribedAs(request, 0x32, 'amqp:discharge:list')) {
      throw new AmqpError('amqp:not-implemented', 'a coordinator accepts the messages declare and discharge')
    }
    const [id, fail] = fieldsOf(request)
    const hex = Buffer.isBuffer(id) ? id.toString('hex') : ''
    await transactions.discharge(hex, { isFailed: fail === true })
    declared.delete(hex)
    return accepted
  }

  /** Returns the described list in the body of a message. */
  function readRequest(message: Buffer): AmqpValue | undefined {
    for (const { name, content } of readSections(message)) if (name === 'value') return content.read()
    return undefined
  }

  link.addCredit(credit)

  return {
    answer: { target: encodeComposite(types.coordinator, {}) },
    receive({ bytes, delivery }) {
      run(bytes).then(
        (state) => {
          link.session.settleIncoming(delivery, state)
          link.addCredit(1)
        },
        (error: unknown) => {
          link.session.settleIncoming(delivery, rejected(toAmqpError(error)))
          link.addCredit(1)
          reportError(error)
        },
      )
    },
    end: () => void transactions.backOut(declared).catch(reportError),
  }
}
