/** The secrets of an application: reset with an overlap, dropped, verified. */
import { addressOf } from '../../http/address.ts'
import { hashSecret, newSecret, secretVerifier } from '../../security/index.ts'
import type { Handler } from '../call/call.ts'
import { attempt } from '../http/attempt.ts'
import { Refusal } from '../http/refusal.ts'
import { editApplication, ownApplication } from './own.ts'

const longestOverlapDays = 90

export const reset: Handler<'POST /applications/:application/secrets'> = async (call) => {
  const { name, clientType, credentials } = ownApplication(call)
  if (clientType === 'public') throw new Refusal('no_secret')
  const { keepOld = true, keep, oldUntil } = call.body
  if (!keepOld && keep !== undefined) throw keepNotOld()
  if (oldUntil !== undefined) checkEnd(oldUntil, keepOld, call.tools.clock())

  const clientSecret = newSecret()
  const secretHash = await hashSecret(clientSecret)
  const until = oldUntil === undefined ? undefined : new Date(oldUntil).toISOString()
  await editApplication(call, name, { do: 'reset secret', secretHash, keepOld, keep, oldUntil: until })
  return {
    clientId: credentials[0]?.clientId ?? '',
    clientSecret,
    keptOld: keepOld,
    ...(until !== undefined && { oldUntil: until }),
  }
}

export const dropOld: Handler<'DELETE /applications/:application/secrets/old'> = async (call) => {
  await editApplication(call, ownApplication(call).name, { do: 'drop old secret' })
  return undefined
}

/** Guesses are counted: a session that somebody found open must not become a way to try secrets. */
export const verify: Handler<'POST /applications/:application/verify'> = async (call) => {
  const { clock } = call.tools
  const {
    clientId = '',
    secretHashes = [],
    oldSecretUntil = Infinity,
  } = ownApplication(call).credentials[0] ?? {}
  if (secretHashes.length === 0) throw new Refusal('no_secret')

  const { clientSecret } = call.body
  const live = oldSecretUntil > clock() ? secretHashes : secretHashes.slice(0, 1)
  const who = { kind: 'user', name: `secret of ${clientId}`, address: addressOf(call.request) } as const
  const secret = await attempt(call.tools, who, clientSecret, async () => {
    for (const [index, hash] of live.entries())
      if (await secretVerifier.verify([hash], clientSecret)) return index === 0 ? 'newest' : 'old'
    return undefined
  })
  return { valid: secret !== undefined, ...(secret && { secret }) }
}

function keepNotOld(): Refusal {
  const message = '"keep" must be left out when the old secret is not kept'
  return new Refusal('wrong_body', { detail: `${message}.`, fields: [{ field: 'keep', message }] })
}

function checkEnd(text: string, keepOld: boolean, now: number): void {
  const end = Date.parse(text)
  const refuse = (message: string) => {
    const named = `"oldUntil" must be ${message}`
    return new Refusal('wrong_body', { detail: `${named}.`, fields: [{ field: 'oldUntil', message: named }] })
  }
  if (!keepOld) throw refuse('left out when the old secret is not kept')
  if (!(end > now)) throw refuse('a time to come')
  if (end > now + longestOverlapDays * 86_400_000) throw refuse(`at most ${longestOverlapDays} days ahead`)
}
